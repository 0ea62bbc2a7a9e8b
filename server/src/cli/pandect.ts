#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { ConfigError, settings } from '../config.ts';
import { StoreRefused, StoreUnavailable } from '../store-failure.ts';
import { version } from '../version.ts';
import { UsageError } from './usage-error.ts';

/** The `pandect` command. Each command's code is loaded only when it runs, so that each starts fast. */
const program = new Command('pandect')
  .description('Compliance rules for US banks and fintechs, addressable to the byte.')
  .version(version)
  .configureHelp({ showGlobalOptions: false })
  .showSuggestionAfterError(true)
  .showHelpAfterError('Run the command with --help to see what it takes.')
  .addHelpText('after', `\nSettings, all from the environment:\n${settingsHelp()}`);

program
  .command('serve')
  .description('serve the API, the reference page and the console')
  .action(async () => (await import('./serve.ts')).serve(process.env));

program
  .command('worker')
  .description('run analysis jobs apart from the server, on the same store')
  .action(async () => (await import('./worker.ts')).work(process.env));

const keys = program.command('keys').description('make, list and revoke API keys');
keys
  .command('create')
  .description('make a key; prints the key alone on standard output')
  .requiredOption('--team <team>', 'team the key belongs to; made when it is not there')
  .option('--label <label>', 'what the key is for', '')
  .option('--scopes <scopes>', 'comma-separated; all but admin when not given')
  .option('--expires <when>', 'days (90d), hours (12h), or a timestamp (2027-01-31T00:00:00Z)')
  .action(async (options) => (await import('./keys.ts')).createKeyCommand(process.env, options));
keys
  .command('list')
  .description('list the keys')
  .option('--team <team>', 'only this team')
  .option('--json', 'as JSON', false)
  .action(async (options) => (await import('./keys.ts')).listKeysCommand(process.env, options));
keys
  .command('revoke')
  .description('revoke a key at once')
  .argument('<keyId>', 'key_..., as `keys list` shows it; a key itself works too')
  .action(async (keyId) => (await import('./keys.ts')).revokeKeyCommand(process.env, keyId));

program
  .command('usage')
  .description('calls and credits by day, key and operation')
  .option('--team <team>', 'only this team')
  .option('--from <day>', 'first day, yyyy-mm-dd (default: 30 days ago)')
  .option('--to <day>', 'last day, yyyy-mm-dd (default: today)')
  .option('--json', 'as JSON', false)
  .action(async (options) => (await import('./usage.ts')).usageCommand(process.env, options));

const corpus = program.command('corpus').description('import, inspect and check the texts of the law');
corpus
  .command('import')
  .description('import files and folders; the format of each is recognised')
  .argument('<places...>', 'files and folders; .gz is unpacked')
  .option(
    '--edition-date <day>',
    'the day whose law the files state, where neither they nor their names tell',
  )
  .option('--threads <count>', 'files read at the same time (default: one per core but one)')
  .option('--json', 'the report as JSON', false)
  .action(async (places, options) =>
    (await import('./corpus.ts')).importCommand(process.env, places, options),
  );
corpus
  .command('sync')
  .description('fetch the official sites by the manifests in sources/ and import what is new')
  .argument('[names...]', 'manifests; all but those off by default when none is named')
  .option('--dry-run', 'show what would be fetched', false)
  .option('--json', 'the report as JSON', false)
  .action(async (names, options) =>
    (await import('./corpus-sync.ts')).syncCommand(process.env, names, options),
  );
corpus
  .command('status')
  .description('what the corpus holds')
  .option('--json', 'as JSON', false)
  .action(async (options) => (await import('./corpus.ts')).statusCommand(process.env, options));
corpus
  .command('verify')
  .description('re-read everything: hashes, offsets, tables of contents, chunks')
  .action(async () => (await import('./corpus.ts')).verifyCommand(process.env));
corpus
  .command('remove')
  .description('take documents out of the catalog')
  .argument('<externalIds...>', 'such as 12-cfr-1005-11')
  .action(async (externalIds) => (await import('./corpus.ts')).removeCommand(process.env, externalIds));
corpus
  .command('export')
  .description('write the corpus to a file that `corpus import` takes back byte for byte')
  .argument('<file>', 'such as corpus.pack.gz')
  .option('--all', 'earlier revisions too', false)
  .action(async (file, options) => (await import('./corpus.ts')).exportCommand(process.env, file, options));

const wikis = program.command('wikis').description('the playbooks');
wikis
  .command('check')
  .description('report dead markers, faults of order, and playbooks whose sources have a newer text')
  .option('--json', 'as JSON', false)
  .action(async (options) => (await import('./wikis.ts')).checkCommand(process.env, options));

program
  .command('openapi')
  .description('print the OpenAPI document')
  .option('--check', 'compare with openapi.json here; exit code 1 when they differ', false)
  .option('--write', 'write it to openapi.json here', false)
  .action(async (options) => (await import('./openapi.ts')).openapiCommand(options));

// Run once by the set-up, so that the first start has nothing left to build.
program.command('prepare', { hidden: true }).action(async () => {
  await (await import('../starter-corpus.ts')).buildStarterTemplate();
});

function settingsHelp(): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return settings
    .map(
      ({ name, fallback, about }) => `  ${name.padEnd(width)}  ${about}${fallback ? ` (${fallback})` : ''}`,
    )
    .join('\n');
}

try {
  await program.parseAsync(process.argv);
} catch (error) {
  const expected =
    error instanceof ConfigError ||
    error instanceof StoreRefused ||
    error instanceof StoreUnavailable ||
    error instanceof UsageError;
  if (error instanceof CommanderError) process.exit(error.exitCode);
  // What the operator can mend is one sentence; only a fault of ours shows where it happened.
  console.error(expected ? `pandect: ${error.message}` : error);
  process.exit(1);
}
