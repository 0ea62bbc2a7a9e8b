import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@pandect/contract';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from '../page-frame.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guide');

/** `/docs/guide`: the pages of docs/guide, rendered at the first visit. None needs a key. */
export function mountGuide(app: FastifyInstance, version: string): void {
  let rendered: Promise<ReadonlyMap<string, string>> | undefined;

  async function render(): Promise<ReadonlyMap<string, string>> {
    // Loaded only here: the Markdown library is no part of a cold start.
    const { guidePages, renderGuide } = await import('../guide-pages.ts');
    const names = Object.values(guidePages).flat();
    const sources = names.map(async (name) => ({
      name,
      markdown: await readFile(join(folder, `${name}.md`), 'utf8'),
    }));
    return renderGuide(await Promise.all(sources), version);
  }

  app.get('/docs/guide', (_request, reply) => reply.redirect('/docs/guide/quick-start'));

  app.get<{ Params: { page: string } }>('/docs/guide/:page', async (request, reply) => {
    rendered ??= render();
    const pages = await rendered;
    const page = pages.get(request.params.page);
    if (page === undefined) {
      throw new ApiError('not_found', `There is no page ${JSON.stringify(request.params.page)}.`, {
        details: { pages: [...pages.keys()] },
      });
    }
    return reply.headers(pageHeaders).send(page);
  });
}
