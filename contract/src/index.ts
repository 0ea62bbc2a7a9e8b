/** The public face of the contract. */
export * from './analysis.ts';
export * from './check.ts';
export * from './common.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './jobs.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './openapi.ts';
export * from './operation.ts';
export * from './operations.ts';
export * from './regulations.ts';
export * from './schema.ts';
export * from './team.ts';
export * from './wikis.ts';
