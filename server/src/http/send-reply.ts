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
  const type = ['content-type', 'application/json; charset=utf-8', 'content-length', String(bytes.length)];
  end(reply, status, reply.request.head.concat(type), bytes);
}

/** Ends a reply that has no body by its nature. */
export function sendNotModified(reply: FastifyReply): void {
  end(reply, 304, reply.request.head, '');
}

function end(reply: FastifyReply, status: number, head: string[], bytes: string | Buffer): void {
  const { raw } = reply;
  // Should Node refuse the head, Fastify has the reply still, and sends the error.
  raw.writeHead(status, head);
  reply.hijack();
  raw.end(bytes, 'latin1');
}

/** The same headers on a reply that Fastify sends: an error, or a page. */
export function copyHead(reply: FastifyReply): void {
  const { head } = reply.request;
  for (let i = 0; i < head.length; i += 2) reply.header(head[i] ?? '', head[i + 1]);
}
