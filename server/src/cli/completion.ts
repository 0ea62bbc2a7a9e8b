import { scenarios, ticketStatuses } from '@pandect/contract';
import type { Command } from 'commander';
import { chooseWord } from './choose-word.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Values of options whose words are known. */
const optionValues: Readonly<Record<string, readonly string[]>> = {
  '--scenario': scenarios,
  '--format': ['text', 'json', 'sarif', 'markdown'],
  '--fail-on': ['p1', 'p2', 'p3'],
  '--status': ticketStatuses,
};

interface Level {
  /** `corpus import` */
  readonly path: string;
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

/** `pandect completion`: a script made from the commands themselves, so it never falls behind them. */
export function completionCommand(program: Command, shell: string): void {
  const levels = levelsOf(program, '');
  switch (chooseWord('shell', shell, shells)) {
    case 'bash':
      process.stdout.write(bashScript(levels));
      return;
    case 'zsh':
      // zsh runs bash's completions by itself.
      process.stdout.write(
        `#compdef pandect\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(levels)}`,
      );
      return;
    case 'fish':
      process.stdout.write(fishScript(levels));
  }
}

function levelsOf(command: Command, path: string): Level[] {
  const inner = command.createHelp().visibleCommands(command);
  const options = command.createHelp().visibleOptions(command);
  const level = {
    path,
    commands: inner.map((one) => one.name()),
    options: options.flatMap((one) => (one.long ? [one.long] : [])),
  };
  const deeper = inner
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => levelsOf(one, `${path} ${one.name()}`.trim()));
  return [level, ...deeper];
}

function bashScript(levels: readonly Level[]): string {
  const cases = levels.map(
    ({ path, commands, options }) => `    '${path}') words='${[...commands, ...options].join(' ')}' ;;`,
  );
  const values = Object.entries(optionValues).map(
    ([option, words]) =>
      `    ${option}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current")); return ;;`,
  );
  const paths = levels.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `_pandect() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' word words='' i
  case "$previous" in
${values.join('\n')}
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${path:+$path }\${COMP_WORDS[i]}"
    case "$word" in
    ${paths.join('|')}) path="$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pandect pandect
`;
}

function fishScript(levels: readonly Level[]): string {
  const lines = levels.flatMap(({ path, commands, options }) => {
    const [first = '', second] = path.split(' ');
    const inner = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${first}`;
    const here = second === undefined ? inner : `${inner}; and __fish_seen_subcommand_from ${second}`;
    const offered = commands
      .filter((name) => name !== 'help')
      .map((name) => `complete -c pandect -n '${here}' -a ${name}`);
    const flags = options.map((option) => {
      const values = optionValues[option];
      const wanted = values ? ` -x -a '${values.join(' ')}'` : '';
      return `complete -c pandect -n '${here}' -l ${option.slice(2)}${wanted}`;
    });
    return [...offered, ...flags];
  });
  return `${lines.join('\n')}\n`;
}
