import { describe, expect, it } from 'vitest';
import { fakeZip } from './fake-site.ts';
import { unzip } from './unzip.ts';

const text = (words: string) => Buffer.from(words);
const all = () => true;
const megabyte = 1024 * 1024;

describe('unzip', () => {
  it('gives the wanted entries, deflated and stored, in their order', () => {
    const zip = fakeZip([
      { name: 'usc12.xml', bytes: text('twelve '.repeat(1000)) },
      { name: 'folder/', bytes: text(''), stored: true },
      { name: 'folder/readme.txt', bytes: text('read me'), stored: true },
      { name: 'empty.xml', bytes: text('') },
    ]);
    const entries = unzip(zip, (name) => name !== 'usc13.xml', megabyte);
    expect(entries.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['usc12.xml', 7000],
      ['folder/readme.txt', 7],
      ['empty.xml', 0],
    ]);
    expect(Buffer.from(entries[1]?.bytes ?? []).toString()).toBe('read me');
  });

  it.each(['../usc12.xml', '/etc/passwd', 'a/../../b', 'C:\\x.xml', 'a\\b', 'a\u0000b', ''])(
    'refuses an archive with an entry named %j',
    (name) => {
      expect(() => unzip(fakeZip([{ name, bytes: text('x') }]), all, megabyte)).toThrow('with the name');
    },
  );

  it('refuses what would unpack to more than the cap, before it unpacks', () => {
    const zip = fakeZip([{ name: 'bomb.xml', bytes: Buffer.alloc(2 * megabyte) }]);
    expect(zip.length).toBeLessThan(10_000);
    expect(() => unzip(zip, all, megabyte)).toThrow(`unpacks to ${2 * megabyte} bytes`);
  });

  it.each<[string, (zip: Buffer) => Buffer, string]>([
    ['is cut short', (zip) => zip.subarray(0, zip.length - 5), 'cut short'],
    ['lies about a size', (zip) => patch(zip, 24, 10), 'damaged usc12.xml'],
    ['has a wrong checksum', (zip) => patch(zip, 16, 1), 'size or checksum is wrong'],
    ['is encrypted', (zip) => patch(zip, 8, 1), 'is encrypted'],
    ['packs by another method', (zip) => patch(zip, 10, 12), 'method 12'],
    ['points outside of itself', (zip) => patch(zip, 42, 0x7fffffff), 'no entry where its directory says'],
    ['points to a zip64 record', (zip) => patch(zip, 42, 0xffffffff), 'no entry where its directory says'],
    ['has a packed size beyond its end', (zip) => patch(zip, 20, 0x7fffffff), 'cut short within'],
    ['has damaged data', (zip) => patchAt(zip, 45, 0xffffffff), 'damaged usc12.xml'],
    ['is not a zip file', () => Buffer.alloc(100), 'not a zip file'],
    ['is empty', () => Buffer.alloc(0), 'not a zip file'],
  ])('refuses an archive that %s', (_, change, message) => {
    const zip = fakeZip([{ name: 'usc12.xml', bytes: text('twelve '.repeat(100)) }]);
    expect(() => unzip(change(zip), all, megabyte)).toThrow(message);
  });

  it('refuses the same name twice', () => {
    const entry = { name: 'usc12.xml', bytes: text('x') };
    expect(() => unzip(fakeZip([entry, entry]), all, megabyte)).toThrow('twice');
  });
});

/** Writes into the first entry of the directory; two bytes where the field has two. */
function patch(zip: Buffer, offset: number, value: number): Buffer {
  const directory = zip.readUInt32LE(zip.length - 22 + 16);
  const changed = Buffer.from(zip);
  if (offset === 8 || offset === 10) changed.writeUInt16LE(value, directory + offset);
  else changed.writeUInt32LE(value, directory + offset);
  return changed;
}

function patchAt(zip: Buffer, offset: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt32LE(value, offset);
  return changed;
}
