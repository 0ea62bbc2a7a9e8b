import { SourceError } from './reader.ts';

/** One line of the JSONL edition, its fields checked. */
export interface UscRecord {
  readonly title: number;
  readonly section: string;
  readonly heading: string;
  readonly lastUpdated: string;
  readonly sourceCredit: string;
  readonly orderDefect: boolean;
  readonly text: string;
  readonly enactment: Enactment;
}

/** The law that put the section there, where the credit names it. */
interface Enactment {
  readonly publicLawNumber?: string;
  readonly enactedDate?: string;
}

export function readUscRecord(line: string, number: number): UscRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new SourceError('malformed', 'the line is not JSON', number);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SourceError('malformed', 'the line is not a JSON object', number);
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string, fallback?: string): string => {
    const found = fields.get(name) ?? fallback;
    if (typeof found === 'string') return found;
    throw new SourceError(
      'malformed',
      `${name} must be text; found ${JSON.stringify(found)?.slice(0, 60)}`,
      number,
    );
  };
  const id = text('id');
  const title = /^USC-T(\d{1,2})[a-z]?-S/i.exec(id)?.[1];
  if (title === undefined) {
    throw new SourceError('malformed', `id must look like USC-T15-S1681m; found ${id.slice(0, 60)}`, number);
  }
  const defect = fields.get('order_defect') ?? false;
  if (typeof defect !== 'boolean') {
    throw new SourceError(
      'malformed',
      `order_defect must be true or false; found ${JSON.stringify(defect)}`,
      number,
    );
  }
  const sourceCredit = text('source_credit', '');
  return {
    title: Number(title),
    section: text('section'),
    heading: text('heading'),
    lastUpdated: text('last_updated', ''),
    sourceCredit,
    orderDefect: defect,
    text: text('text'),
    enactment: enactmentOf(sourceCredit),
  };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `(Pub. L. 90–321, title VI, § 604, as added Pub. L. 91–508, ..., Oct. 26, 1970, 84 Stat. 1129; ...)`: the last law of the first clause. */
function enactmentOf(credit: string): Enactment {
  const [clause = ''] = credit.split(/;|\.\)$/, 1);
  const law = [...clause.matchAll(/\[Pub\. L\. (\d{1,3})[–-](\d{1,3})/g)].at(-1);
  const day = [...clause.matchAll(/\b([A-Z][a-z]{2,8})\.? (\d{1,2}), (\d{4})\b/g)].at(-1);
  const month = months.indexOf((day?.[1] ?? '').slice(0, 3).toLowerCase()) + 1;
  const date = `${day?.[3]}-${String(month).padStart(2, '0')}-${(day?.[2] ?? '').padStart(2, '0')}`;
  return {
    ...(law && month > 0 ? { publicLawNumber: `${law[1]}-${law[2]}` } : {}),
    ...(month > 0 ? { enactedDate: date } : {}),
  };
}
