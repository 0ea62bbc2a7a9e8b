import { nearestWord } from './nearest-word.ts';
import { UsageError } from './usage-error.ts';

/** One of the known words, or a refusal that names the nearest. */
export function chooseWord<Word extends string>(option: string, typed: string, known: readonly Word[]): Word {
  const found = known.find((word) => word === typed);
  if (found !== undefined) return found;
  const nearest = nearestWord(typed, known);
  throw new UsageError(
    `${option} ${JSON.stringify(typed)} is not known${nearest ? `; did you mean ${nearest}?` : '.'} There are ${known.join(', ')}.`,
  );
}

/** For options that take a whole number. */
export function wholeNumber(option: string, from: number, to: number): (typed: string) => number {
  return (typed) => {
    const number = Number(typed);
    if (!/^\d{1,15}$/.test(typed) || number < from || number > to) {
      throw new UsageError(
        `${option} ${JSON.stringify(typed)} is not allowed: write a whole number from ${from} to ${to}.`,
      );
    }
    return number;
  };
}

/** For options that may be given several times, or once with commas. */
export function gather(typed: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...typed.split(',').map((one) => one.trim())].filter((one) => one !== '');
}
