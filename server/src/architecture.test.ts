import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The import table of ARCHITECTURE.md, executed. Files of `src` itself (config, services, ...) may import anything. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  corpus: [],
  citations: ['corpus'],
  ingest: ['corpus', 'citations'],
  search: ['corpus', 'citations'],
  // The service half of search: files, threads, and what a query returns.
  retrieval: ['corpus', 'citations', 'search'],
  screening: ['corpus', 'citations', 'search'],
  wikis: ['corpus'],
  jobs: [],
  teams: [],
  // A ticket and its automatic screening are stored together, so events know what a job is.
  events: ['jobs', 'teams'],
  store: ['corpus', 'retrieval', 'wikis', 'jobs', 'teams', 'events'],
  http: ['corpus', 'citations', 'search', 'retrieval', 'screening', 'wikis', 'jobs', 'teams', 'events'],
  mcp: ['corpus', 'citations', 'search', 'retrieval', 'screening', 'wikis', 'jobs', 'teams', 'events'],
};
/** Single files at the root of `src` that every folder may use. */
const shared = [
  'built-ahead.ts',
  'log.ts',
  'lower-priority.ts',
  'new-ulid.ts',
  'queue-pace.ts',
  'store-failure.ts',
  'version.ts',
];
const unrestricted = ['cli'];

const root = import.meta.dirname;
const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import\(|new URL\()\s*'(\.[^']+\.ts)'/g)].map((match) =>
    relative(root, join(root, dirname(file), match[1] ?? '')),
  );
}

describe('architecture', () => {
  it('finds the files it is meant to guard', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(importsOf('http/app.ts')).toContain('jobs/job.ts');
  });

  it.each(files)('%s imports only what its folder may', (file) => {
    const [folder = '', ...rest] = file.split('/');
    if (rest.length === 0 || unrestricted.includes(folder)) return;
    const allowed = mayImport[folder];
    expect(allowed, `${folder}/ is not in the import table`).toBeDefined();
    for (const imported of importsOf(file)) {
      const [target = '', ...inner] = imported.split('/');
      const isShared = inner.length === 0 && shared.includes(target);
      const ok = isShared || target === folder || allowed?.includes(target);
      expect(ok, `${file} imports ${imported}`).toBe(true);
    }
  });

  it('the core imports no database and no HTTP', () => {
    for (const file of files) {
      const source = readFileSync(join(root, file), 'utf8');
      if (!/^(store|cli)\//.test(file)) expect(source, file).not.toMatch(/from '(node:sqlite|pg)'/);
      if (!/^(http|mcp|cli)\//.test(file)) expect(source, file).not.toMatch(/from 'fastify'/);
    }
  });
});
