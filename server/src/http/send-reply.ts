import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { WireBody } from './wire-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Headers of the reply so far, names and values in turn: the form that Node takes without looking twice. */
    head: string[];
  }
}

/**
 * Ends a reply with JSON that is encoded already. Fastify's own `send` would look at the type of the body
 * and at the content type again, measure the body and encode it: 9 us of the 67 that a bare route takes. The
 * `onResponse` hook runs as ever.
 */
export function sendJson(reply: FastifyReply, status: number, { bytes }: WireBody): void {
  const { head } = reply.request;
  head.push('content-type', 'application/json; charset=utf-8', 'content-length', String(bytes.length));
  writeHead(reply, status).end(bytes, 'latin1');
}

/** Ends a reply that has no body by its nature. */
export function sendNotModified(reply: FastifyReply): void {
  writeHead(reply, 304).end();
}

function writeHead(reply: FastifyReply, status: number): ServerResponse {
  return reply.hijack().raw.writeHead(status, reply.request.head);
}

/** The same headers on a reply that Fastify sends: an error, or a page. */
export function copyHead(reply: FastifyReply): void {
  const { head } = reply.request;
  for (let i = 0; i < head.length; i += 2) reply.header(head[i] ?? '', head[i + 1]);
}
