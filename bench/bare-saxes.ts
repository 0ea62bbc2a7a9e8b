import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** The peer of the import benchmark: a parse that keeps nothing. */
let total = 0;
const paths: string[] = workerData;
for (const path of paths) {
  const packed = readFileSync(path);
  const bytes = path.endsWith('.gz') ? gunzipSync(packed) : packed;
  total += bytes.length;
  const parser = new SaxesParser();
  parser.on('opentag', () => {});
  parser.on('text', () => {});
  parser.on('closetag', () => {});
  parser.write(new TextDecoder().decode(bytes)).close();
}
parentPort?.postMessage(total);
