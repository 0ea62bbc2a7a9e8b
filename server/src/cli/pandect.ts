#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { ConfigError, settings } from '../config.ts';
import { StoreRefused, StoreUnavailable } from '../store-failure.ts';
import { version } from '../version.ts';
import { defineApiCommands } from './define-api-commands.ts';
import { UsageError } from './usage-error.ts';

/** The `pandect` command. Each command's code is loaded only when it runs, so that each starts fast. */
const program = new Command('pandect')
  .description('Compliance rules for US banks and fintechs, addressable to the byte.')
  .version(version)
  .exitOverride() // the exit code is decided below
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

program
  .command('mcp')
  .description('answer MCP on standard input and output, for an AI agent that starts it')
  .action(async () => (await import('./mcp.ts')).mcpCommand(process.env));

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

const rules = program.command('rules').description('check, try and write screening rules');
rules
  .command('check')
  .description('try every rule on its examples, citations and patterns; exit code 1 when one is at fault')
  .option('--scenario <scenario>', 'only the rules of this scenario')
  .option('--json', 'as JSON', false)
  .action(async (options) => (await import('./rules.ts')).checkRulesCommand(options));
rules
  .command('test')
  .description('show what a rule finds in each of its examples')
  .argument('<rule>', 'rule id')
  .option('--text <text>', 'this text instead of the examples')
  .action(async (rule, options) => (await import('./rules.ts')).testRuleCommand(rule, options));
rules
  .command('score')
  .description('precision and recall on labelled texts')
  .argument('<file>', 'JSON Lines: id, scenario, text, expect, band')
  .option('--rule <rule>', 'only this rule')
  .option('--misses', 'show what was missed', false)
  .option('--alarms', 'show what was found and not expected', false)
  .option('--meaning', 'with the learned part, as a server screens', false)
  .action(async (file, options) => (await import('./rules.ts')).scoreRulesCommand(file, options));
rules
  .command('new')
  .description('write a draft of a rule')
  .argument('<scenario>', 'folder of the rule')
  .argument('<id>', 'rule id, words joined by hyphens')
  .action(async (scenario, id) => (await import('./rules.ts')).newRuleCommand(scenario, id));

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
  .option('--no-index', 'leave the search index to the server, or to `corpus index`')
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

corpus
  .command('index')
  .description('bring the search index to what the corpus holds; `serve` does so by itself')
  .option('--wait', 'also embed what is not embedded yet, and wait for it', false)
  .action(async (options) => (await import('./corpus-index.ts')).indexCommand(process.env, options));

// For whoever changes a starter text: the vectors of the starter corpus are part of the repository.
corpus
  .command('embed-starter', { hidden: true })
  .description('embed what is new in the starter corpus and write models/starter-vectors.bin')
  .action(async () => (await import('./embed-starter.ts')).embedStarterCommand());

const wikis = program.command('wikis').description('the playbooks');
wikis
  .command('check')
  .description('report dead markers, faults of order, and playbooks whose sources have a newer text')
  .option('--json', 'as JSON', false)
  .action(async (options) => (await import('./wikis.ts')).checkCommand(process.env, options));

defineApiCommands(program, wikis);

program
  .command('completion')
  .description('print a completion script for a shell')
  .argument('<shell>', 'bash, zsh or fish')
  .addHelpText(
    'after',
    '\nExamples:\n  $ source <(pandect completion bash)\n  $ pandect completion fish | source',
  )
  .action(async (shell) => (await import('./completion.ts')).completionCommand(program, shell));

program
  .command('openapi')
  .description('print the OpenAPI document')
  .option('--check', 'compare with openapi.json here; exit code 1 when they differ', false)
  .option('--write', 'write it to openapi.json here', false)
  .action(async (options) => (await import('./openapi.ts')).openapiCommand(options));

// Run once by the set-up, so that the first start has nothing left to build.
program.command('prepare', { hidden: true }).action(async () => {
  await (await import('../starter-corpus.ts')).buildStarterTemplate();
  await (await import('../rule-packs.ts')).loadRulePack();
  await (await import('../console-files.ts')).loadConsole();
});

function settingsHelp(): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return settings
    .map(
      ({ name, fallback, about }) => `  ${name.padEnd(width)}  ${about}${fallback ? ` (${fallback})` : ''}`,
    )
    .join('\n');
}

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Where 1 is an answer (a finding that was not to be there), what goes wrong needs another number.
const failure = ['screen', 'risk'].includes(process.argv[2] ?? '') ? 2 : 1;

try {
  await program.parseAsync(process.argv);
} catch (error) {
  const expected =
    error instanceof ConfigError ||
    error instanceof StoreRefused ||
    error instanceof StoreUnavailable ||
    error instanceof UsageError;
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : failure);
  // What the operator can mend is one sentence; only a fault of ours shows where it happened.
  console.error(expected ? `pandect: ${error.message}` : error);
  process.exit(failure);
}
