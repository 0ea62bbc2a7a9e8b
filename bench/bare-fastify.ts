import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** The peer: a Fastify route that returns the same bytes from memory, and does nothing else. */
const bodies: Record<string, string> = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const app = Fastify({ logger: false });
for (const [path, body] of Object.entries(bodies)) {
  app.get(path, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(body),
  );
  app.post(path, (_request, reply) =>
    reply.code(201).header('content-type', 'application/json; charset=utf-8').send(body),
  );
}
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
