import { readFileSync, writeFileSync } from 'node:fs';
import { buildOpenApi } from '@pandect/contract';
import { version } from '../version.ts';
import { UsageError } from './usage-error.ts';

const file = 'openapi.json';

export function openapiCommand(options: { check: boolean; write: boolean }): void {
  const current = `${JSON.stringify(buildOpenApi(version), null, 2)}\n`;
  if (options.write) {
    writeFileSync(file, current);
    return;
  }
  if (!options.check) {
    process.stdout.write(current);
    return;
  }
  let committed = '';
  try {
    committed = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`there is no ${file} in this folder.`);
  }
  if (committed !== current) {
    throw new UsageError(
      `${file} differs from the contract. Run \`npm run pandect -- openapi --write\` and commit it.`,
    );
  }
  console.error(`${file} is what the contract says`);
}
