import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { build } from 'vite';
import type { PackedFile } from '../server/src/console-files.ts';
import config from './vite.config.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// `node console/build.ts <file>`: writes the console as one JSON file, each of its files beside its compressed
// forms, so that serving it needs neither a disk look-up nor a compressor.
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('console/build.ts needs the file to write');
writeFileSync(target, JSON.stringify(await buildConsole()));

async function buildConsole(): Promise<PackedFile[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return Promise.all(
    outputs.map((file) => pack(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)),
  );
}

async function pack(path: string, content: string | Uint8Array): Promise<PackedFile> {
  const bytes = Buffer.from(content);
  const contentType = contentTypes[extname(path)];
  if (contentType === undefined) throw new Error(`${path}: no content type is known for ${extname(path)}`);
  const [gzipped, brotlied] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ]);
  return {
    path,
    contentType,
    etag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    forms: {
      identity: bytes.toString('base64'),
      gzip: gzipped.toString('base64'),
      br: brotlied.toString('base64'),
    },
  };
}
