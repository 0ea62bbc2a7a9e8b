import { describe, expect, it } from 'vitest';
import { buildOpenApi } from './openapi.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

const specified = [
  'listRegulations',
  'getRegulationDetails',
  'getRegulationContent',
  'queryRegulations',
  'createScreenAnalysisJob',
  'createRiskAssessmentJob',
  'createEvent',
  'listJobs',
  'getJob',
  'listRegulationWikis',
  'getRegulationWiki',
];

describe('the contract', () => {
  it('has the eleven operations of the specification under their names', () => {
    expect(Object.keys(operations)).toEqual(expect.arrayContaining(specified));
  });

  it('names each operation once and uses each method and path once', () => {
    const all: readonly Operation[] = Object.values(operations);
    for (const [name, operation] of Object.entries<Operation>(operations)) expect(operation.id).toBe(name);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
  });

  it('refuses unknown members in every query and body', () => {
    for (const { query, body, params } of Object.values<Operation>(operations)) {
      for (const schema of [query, body, params]) {
        if (schema) expect(schema.additionalProperties).toBe(false);
      }
    }
  });

  it('is an OpenAPI 3.1 document whose references all resolve', () => {
    const document = buildOpenApi('1.2.3');
    const text = JSON.stringify(document);
    const schemas = new Set(Object.keys(Object(Object(document.components).schemas)));
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      (match) => match[1],
    );
    expect(references.length).toBeGreaterThan(30);
    for (const name of references) expect(schemas).toContain(name);
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  });
});
