import { jobTypes, limits, scenarioHelp, scenarios, ticketStatuses } from '@pandect/contract';
import type { Command } from 'commander';
import { chooseWord, gather, wholeNumber } from './choose-word.ts';

const listed = { most: 50, atMost: 100_000 };
const scenarioList = scenarios.map((name) => `  ${name.padEnd(16)} ${scenarioHelp[name]}`).join('\n');
const scenario = (typed: string) => chooseWord('--scenario', typed, scenarios);
const json = ['--json', 'as JSON', false] as const;
const where =
  '\nAsks the server of PANDECT_URL with PANDECT_API_KEY; without PANDECT_URL, works on the data folder.';

const examples = (lines: readonly string[]) =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n${where}`;

/** The commands that are operations of the API: against a server, or on the local data. */
export function defineApiCommands(program: Command, wikis: Command): void {
  program
    .command('query')
    .description('find the passages that answer a question')
    .argument('<words...>', 'the question, quoted or not')
    .option(
      '--limit <count>',
      'passages',
      wholeNumber('--limit', 1, limits.queryChunks.max),
      limits.queryChunks.default,
    )
    .option('--document <id>', 'only in this document; repeat for several', gather)
    .option('--category <category>', 'only of this category; repeat for several', gather)
    .option('--authority <id>', 'only of this authority, such as cfpb', gather)
    .option('--jurisdiction <id>', 'only of this jurisdiction, such as us-state:ny', gather)
    .option('--precision', 'read the first results once more, word by word: better, and slower', false)
    .option('--explain', 'show what made each score', false)
    .option(...json)
    .addHelpText(
      'after',
      examples([
        'pandect query how long may a bank investigate a debit card error',
        'pandect query "adverse action notice" --authority cfpb --limit 3 --json',
      ]),
    )
    .action(async (words, options) => (await import('./query.ts')).queryCommand(process.env, words, options));

  program
    .command('screen')
    .description('screen texts for compliance problems; findings with the words that show them')
    .argument('[places...]', 'files, folders, patterns; - or nothing for standard input')
    .requiredOption('--scenario <scenario>', scenarios.join(', '), scenario)
    .option(
      '--format <format>',
      'text, json, sarif, markdown',
      (typed) => chooseWord('--format', typed, ['text', 'json', 'sarif', 'markdown']),
      'text',
    )
    .option('--json', 'the same as --format json', false)
    .option('--fail-on <priority>', 'exit with 1 on a finding of p1, p2 or p3, or a graver one', (typed) =>
      chooseWord('--fail-on', typed, ['p1', 'p2', 'p3']),
    )
    .option('--output <file>', 'write the report there')
    .addHelpText(
      'after',
      `\nScenarios, by the purpose of the text:\n${scenarioList}\n\nExit code: 0; 1 when --fail-on is met; 2 when a text could not be screened.\n${examples(
        [
          'pandect screen letter.txt --scenario debt_collection --fail-on p1',
          "pandect screen 'campaign/**/*.md' --scenario marketing_asset --format sarif --output findings.sarif",
          'cat reply.txt | pandect screen --scenario complaint --json',
        ],
      )}`,
    )
    .action(async (places, { json: asJson, ...options }) =>
      (await import('./screen/screen.ts')).screenCommand(process.env, places, {
        ...options,
        ...(asJson && { format: 'json' }),
      }),
    );

  program
    .command('risk')
    .description('score the risk of texts from 0 to 100')
    .argument('[places...]', 'files, folders, patterns; - or nothing for standard input')
    .requiredOption('--scenario <scenario>', scenarios.join(', '), scenario)
    .option('--fail-above <score>', 'exit with 1 on a higher score', wholeNumber('--fail-above', 0, 100))
    .option(...json)
    .addHelpText(
      'after',
      `\nScenarios, by the purpose of the text:\n${scenarioList}\n${examples([
        'pandect risk drafts/ --scenario marketing_asset --fail-above 60',
      ])}`,
    )
    .action(async (places, options) =>
      (await import('./screen/screen.ts')).riskCommand(process.env, places, options),
    );

  defineRegulations(program);
  defineWikis(wikis);
  defineJobs(program);
  defineEvents(program);
}

function defineRegulations(program: Command): void {
  const regulations = program.command('regulations').description('browse and read the texts of the law');
  regulations
    .command('list')
    .description('list documents, by relevance when words are given')
    .argument('[words...]', 'words of title, description, authority or category')
    .option('--category <category>', 'statute, regulation, agencyGuidance, ...', gather)
    .option('--authority <id>', 'such as cfpb', gather)
    .option('--jurisdiction <id>', 'such as us-federal', gather)
    .option('--limit <count>', 'documents', wholeNumber('--limit', 1, listed.atMost), listed.most)
    .option('--all', 'every document', false)
    .option(...json)
    .addHelpText('after', examples(['pandect regulations list error resolution --authority cfpb']))
    .action(async (words, options) =>
      (await import('./regulations.ts')).listRegulationsCommand(process.env, words, options),
    );
  const which = (command: Command) =>
    command
      .argument('<id>', 'such as 12-cfr-1005-11, or a document id')
      .option('--as-of <day>', 'the text in force on this day, yyyy-mm-dd')
      .option('--revision <number>', 'this revision', wholeNumber('--revision', 1, 1_000_000))
      .option(...json);
  which(regulations.command('show').description('facts and table of contents of a document'))
    .addHelpText('after', examples(['pandect regulations show 12-cfr-1005-11']))
    .action(async (id, options) =>
      (await import('./regulations.ts')).showRegulationCommand(process.env, id, options),
    );
  which(regulations.command('read').description('the text of a document, or a slice of it'))
    .option('--offset <byte>', 'first byte', wholeNumber('--offset', 0, Number.MAX_SAFE_INTEGER))
    .option('--limit <bytes>', 'most bytes', wholeNumber('--limit', 1, limits.contentBytes.max))
    .addHelpText('after', examples(['pandect regulations read 12-cfr-1005-11 --offset 1200 --limit 600']))
    .action(async (id, options) =>
      (await import('./regulations.ts')).readRegulationCommand(process.env, id, options),
    );
  regulations
    .command('revisions')
    .description('the texts a document has had')
    .argument('<id>', 'such as 12-cfr-1005-11, or a document id')
    .option(...json)
    .action(async (id, options) =>
      (await import('./regulations.ts')).listRevisionsCommand(process.env, id, options),
    );
}

function defineWikis(wikis: Command): void {
  wikis
    .command('list')
    .description('list the playbooks, by relevance when words are given')
    .argument('[words...]', 'words of title or description')
    .option('--domain <domain>', 'such as bsa-aml-sanctions')
    .option(...json)
    .addHelpText('after', examples(['pandect wikis list complaint']))
    .action(async (words, options) =>
      (await import('./read-wikis.ts')).listWikisCommand(process.env, words, options),
    );
  wikis
    .command('show')
    .description('print a playbook as Markdown')
    .argument('<slug>', 'such as adverse-action-notices')
    .option(...json)
    .addHelpText('after', examples(['pandect wikis show adverse-action-notices']))
    .action(async (slug, options) =>
      (await import('./read-wikis.ts')).showWikiCommand(process.env, slug, options),
    );
}

function defineJobs(program: Command): void {
  const jobs = program.command('jobs').description('look after analysis jobs');
  jobs
    .command('list')
    .description('list jobs, newest first')
    .option('--type <type>', jobTypes.join(', '), (typed) => chooseWord('--type', typed, jobTypes))
    .option('--limit <count>', 'jobs', wholeNumber('--limit', 1, listed.atMost), listed.most)
    .option(...json)
    .addHelpText('after', examples(['pandect jobs list --type screen_analysis --limit 10']))
    .action(async (options) => (await import('./jobs.ts')).listJobsCommand(process.env, options));
  jobs
    .command('show')
    .description('a job and its result; exit code 1 when it failed')
    .argument('<jobId>', 'job_...')
    .option('--wait', 'until it is final', false)
    .option(...json)
    .addHelpText('after', examples(['pandect jobs show job_01J... --wait --json']))
    .action(async (jobId, options) =>
      (await import('./jobs.ts')).showJobCommand(process.env, jobId, options),
    );
}

function defineEvents(program: Command): void {
  const events = program.command('events').description('report compliance events, look after their tickets');
  const status = (option: string) => (typed: string) => chooseWord(option, typed, ticketStatuses);
  events
    .command('create')
    .description('report an event; prints the ticket id alone on standard output')
    .argument('[file]', 'the text; - or nothing for standard input')
    .requiredOption('--scenario <scenario>', scenarios.join(', '), scenario)
    .option('--ref <reference>', 'your own reference: the same one again makes no second ticket')
    .option('--as-json', 'the file is a JSON object', false)
    .option(...json)
    .addHelpText(
      'after',
      examples(['pandect events create complaint.txt --scenario complaint --ref crm-4711']),
    )
    .action(async (file, options) =>
      (await import('./events.ts')).createEventCommand(process.env, file, options),
    );
  events
    .command('list')
    .description('list tickets, newest first')
    .option('--status <status>', ticketStatuses.join(', '), status('--status'))
    .option('--limit <count>', 'tickets', wholeNumber('--limit', 1, listed.atMost), listed.most)
    .option(...json)
    .action(async (options) => (await import('./events.ts')).listTicketsCommand(process.env, options));
  events
    .command('show')
    .description('a ticket, its history and its event')
    .argument('<ticketId>', 'tkt_...')
    .option(...json)
    .action(async (ticketId, options) =>
      (await import('./events.ts')).showTicketCommand(process.env, ticketId, options),
    );
  events
    .command('update')
    .description("change a ticket's status")
    .argument('<ticketId>', 'tkt_...')
    .argument('<status>', ticketStatuses.join(', '), status('status'))
    .option('--reason <reason>', 'why')
    .option(...json)
    .addHelpText('after', examples(['pandect events update tkt_01J... resolved --reason "fee refunded"']))
    .action(async (ticketId, to, options) =>
      (await import('./events.ts')).updateTicketCommand(process.env, ticketId, to, options),
    );
}
