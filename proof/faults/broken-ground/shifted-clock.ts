import { readFileSync } from 'node:fs';

/**
 * Loaded into a process before anything else: its clock differs from the machine's by as many milliseconds as the file
 * PROOF_CLOCK_FILE says, which may change while it runs.
 */
const file = process.env.PROOF_CLOCK_FILE ?? '';
const RealDate = Date;
const rereadEveryMs = 50;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function shiftedNow(): number {
  const now = RealDate.now();
  if (Math.abs(now - readAt) >= rereadEveryMs) {
    offset = Number(readFileSync(file, 'utf8'));
    readAt = now;
  }
  return now + offset;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget),
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, name, receiver) => (name === 'now' ? shiftedNow : Reflect.get(target, name, receiver)),
});
