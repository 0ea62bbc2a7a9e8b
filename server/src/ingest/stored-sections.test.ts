import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from './prepare-file.ts';

const section = (number: string, body: string) =>
  `<DIV8 N="${number}" TYPE="SECTION"><HEAD>§ ${number}   An example.\n</HEAD><P>${body}</P></DIV8>`;
const title = (partHeading: string, sections: string) =>
  `<?xml version="1.0"?><ECFR><DIV1 N="99" TYPE="TITLE"><HEAD>Title 99</HEAD><DIV5 N="7" TYPE="PART"><HEAD>${partHeading}</HEAD>${sections}</DIV5></DIV1></ECFR>`;

describe('sections whose source is stored', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pandect-stored-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function prepare(xml: string, stored?: ReadonlyMap<string, string>) {
    const path = join(folder, 'title-99.xml');
    writeFileSync(path, xml);
    const file = await openFile({ path, editionDate: '2031-01-01', ...(stored && { stored }) });
    const documents = [...file.documents];
    const keys = new Map(documents.map(({ facts, sourceKey = '' }) => [sourceKey, facts.externalId]));
    return { read: documents.map(({ facts }) => facts.externalId), keys, stored: file.stored };
  }

  const both = section('7.1', 'The first.') + section('7.2', 'The second.');

  it('are not read again, and are told of with the date of the new edition', async () => {
    const { keys } = await prepare(title('PART 7—RULES', section('7.1', 'The first.')));
    const again = await prepare(title('PART 7—RULES', both), keys);
    expect(again.read).toEqual(['99-cfr-7-2']);
    const [[sourceKey = ''] = []] = keys;
    expect(again.stored).toEqual([{ externalId: '99-cfr-7-1', editionDate: '2031-01-01', sourceKey }]);
  });

  it.each([
    ['one of their words', title('PART 7—RULES', section('7.1', 'The 1st.'))],
    ['the part they stand in', title('PART 7—OTHER RULES', section('7.1', 'The first.'))],
    ['a space in their source', title('PART 7—RULES', section('7.1', 'The  first.'))],
  ])('are read again when %s has changed', async (_what, changed) => {
    const { keys } = await prepare(title('PART 7—RULES', section('7.1', 'The first.')));
    expect((await prepare(changed, keys)).read).toEqual(['99-cfr-7-1']);
  });

  it('may stand in a file once, like any other', async () => {
    const { keys } = await prepare(title('PART 7—RULES', section('7.1', 'The first.')));
    const twice = title('PART 7—RULES', section('7.1', 'The first.') + section('7.1', 'The 1st.'));
    await expect(prepare(twice, keys)).rejects.toThrow('holds the document 99-cfr-7-1 twice');
  });
});
