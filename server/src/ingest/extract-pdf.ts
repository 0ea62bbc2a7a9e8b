import { Worker } from 'node:worker_threads';
import { type PdfAnswer, type PdfLimits, type PdfText, pdfLimits } from './pdf-page.ts';
import { SourceError } from './reader.ts';

/** How often the extracting thread's memory is looked at. */
const watchEveryMs = 100;
/** The end mark is within the last 1,024 bytes by the older standards; writers add a line or two. */
const tailBytes = 2_048;

/**
 * The text of a PDF, by pdf.js in a thread of its own: a hostile file can make it loop or inflate without
 * end, and only a thread can be stopped from outside while it does.
 */
export async function extractPdf(bytes: Uint8Array, limits: PdfLimits = pdfLimits): Promise<PdfText> {
  if (bytes.byteLength > limits.bytes) {
    throw new SourceError(
      'too_large',
      `the PDF has ${bytes.byteLength} bytes; at most ${limits.bytes} are read`,
    );
  }
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-tailBytes);
  // pdf.js would rebuild a truncated file from what is left of it, silently shorter.
  if (!tail.includes('%%EOF')) {
    throw new SourceError('malformed', 'the PDF has no end mark (%%EOF): it is truncated, fetch it again');
  }
  const answer = await answerOf(bytes, limits);
  if (answer.kind === 'text') return answer.text;
  const code = answer.reason === 'too_large' ? 'too_large' : 'malformed';
  throw new SourceError(code, answer.message);
}

function answerOf(bytes: Uint8Array, limits: PdfLimits): Promise<PdfAnswer> {
  const worker = new Worker(workerAddress(), {
    // A copy: pdf.js takes the bytes for itself, and the caller still owns the originals.
    workerData: { bytes: bytes.slice(), limits },
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 1024 / 1024) },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>();
  const deadline = setTimeout(() => {
    reject(new SourceError('took_too_long', `reading the PDF took longer than ${limits.timeMs / 1000} s`));
  }, limits.timeMs);
  const tooMuchMemory = () => {
    const megabytes = Math.round(limits.memoryBytes / 1024 / 1024);
    return new SourceError('too_large', `the PDF unpacks to more than ${megabytes} MB`);
  };
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      (heap) => {
        if (heap.used_heap_size + heap.external_memory > limits.memoryBytes) reject(tooMuchMemory());
      },
      // The thread has just ended; its own answer or exit is what counts.
      () => {},
    );
  }, watchEveryMs);
  worker.once('message', (message: unknown) => {
    if (isAnswer(message)) resolve(message);
    else reject(new SourceError('malformed', 'the PDF cannot be read'));
  });
  worker.once('error', (error) => {
    const outOfMemory = Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(
      outOfMemory
        ? tooMuchMemory()
        : new SourceError('malformed', `the PDF cannot be read: ${error.message}`),
    );
  });
  worker.once('exit', () => reject(new SourceError('malformed', 'the PDF cannot be read: its reader ended')));
  return promise.finally(async () => {
    clearTimeout(deadline);
    clearInterval(watch);
    await worker.terminate();
  });
}

/** Beside this file, with this file's ending: `.ts` in the sources, `.js` where they are built. */
function workerAddress(): URL {
  const ending = /\.[a-z]+$/.exec(new URL(import.meta.url).pathname)?.[0] ?? '.ts';
  return new URL(`./extract-pdf-worker${ending}`, import.meta.url);
}

function isAnswer(message: unknown): message is PdfAnswer {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  return message.kind === 'text' || message.kind === 'refused';
}
