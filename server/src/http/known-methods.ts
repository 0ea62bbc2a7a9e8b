import { ApiError } from '@pandect/contract';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Watches the routes as they are mounted; call what it returns last, and other methods get 405 with `Allow`. */
export function watchMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    allowed.set(url, known);
  });
  return () => {
    // In a plugin of its own, which runs after the plugins before it have mounted their routes.
    app.register(async (scope) => {
      for (const [url, known] of [...allowed]) refuseOthers(scope, url, known);
    });
  };
}

function refuseOthers(scope: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  const allow = [...known].sort().join(', ');
  scope.route({
    method: methods.filter((method) => !known.has(method)),
    url,
    onRequest: () => {
      throw new ApiError('method_not_allowed', `This path answers ${allow} only.`, { headers: { allow } });
    },
    handler: (_request, reply) => reply.send(),
  });
}
