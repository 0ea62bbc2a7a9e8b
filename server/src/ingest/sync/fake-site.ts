import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateRawSync } from 'node:zlib';

/** For tests: a site on the loopback address that answers as each test tells it to. */
export interface FakeSite {
  readonly origin: string;
  /** What was asked for, in order: path and query. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

export type Answerer = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export async function startFakeSite(answer: Answerer): Promise<FakeSite> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    asked.push(path);
    requests.push(request);
    answer(request, response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake site has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A part of the CFR as the versioner API gives it, with one invented section. */
export function fakePart(title: number, part: string, words: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<DIV5 N="${part}" TYPE="PART" hierarchy_metadata="{&quot;path&quot;:&quot;/on/2026-01-29/title-${title}/part-${part}&quot;}">`,
    `<HEAD>PART ${part}—EXAMPLES OF THE FAKE SITE</HEAD>`,
    `<DIV8 N="${part}.1" TYPE="SECTION"><HEAD>§ ${part}.1   Purpose of this example.</HEAD>`,
    `<P>(a) ${words}</P></DIV8>`,
    '</DIV5>',
  ].join('\n');
}

/** A zip archive as simple as can be. */
export function fakeZip(
  entries: readonly { readonly name: string; readonly bytes: Uint8Array; readonly stored?: boolean }[],
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, stored } of entries) {
    const packed = stored ? Buffer.from(bytes) : deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(nameBytes.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(stored ? 0 : 8, 10);
    central.writeUInt32LE(crc32(bytes), 16);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(bytes.length, 24);
    central.writeUInt16LE(nameBytes.length, 28);
    central.writeUInt32LE(at, 42);
    bodies.push(local, nameBytes, packed);
    directory.push(central, nameBytes);
    at += local.length + nameBytes.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listing, end]);
}
