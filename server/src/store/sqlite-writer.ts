import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { sqliteDialect } from './sql.ts';
import type { WriteReply, WriteRequest } from './sqlite.ts';
import { type Durability, openSqliteFile, runTransaction } from './sqlite-file.ts';
import { writes } from './writes.ts';

/**
 * The only writer of a SQLite store, in a thread of its own: the disk's flush never holds up the event
 * loop. Whatever has arrived while the last commit was flushed goes into the next one, each transaction
 * in a savepoint of its own, so a hundred callers share one flush and none can spoil another's work.
 */
if (!parentPort) throw new Error('sqlite-writer runs as a worker thread');
const port = parentPort;
const { path, durability }: { path: string; durability: Durability } = workerData;
const database = openSqliteFile(path, durability);
const begin = database.prepare('BEGIN IMMEDIATE');
const commit = database.prepare('COMMIT');
const savepoint = database.prepare('SAVEPOINT one');
const release = database.prepare('RELEASE one');
const rollback = database.prepare('ROLLBACK TO one');

port.on('message', (first: WriteRequest[] | 'close') => {
  if (first === 'close') {
    if (durability === 'end') flushToDisk();
    database.close();
    port.close();
    return;
  }
  const requests = [...first];
  for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) {
    if (more.message === 'close') {
      setImmediate(() => port.emit('message', 'close'));
      break;
    }
    requests.push(...more.message);
  }
  port.postMessage(commitTogether(requests));
});

/** The log is written in order: one commit that is flushed takes all before it to the disk. */
function flushToDisk(): void {
  database.exec('PRAGMA synchronous = FULL');
  database.exec('BEGIN IMMEDIATE; UPDATE corpus_state SET generation = generation; COMMIT');
}

function commitTogether(requests: readonly WriteRequest[]): WriteReply[] {
  try {
    begin.run();
    const replies = requests.map(runOne);
    commit.run();
    return replies;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    const failure = describe(error);
    return requests.map(({ id }) => ({ id, failure }));
  }
}

function runOne(request: WriteRequest): WriteReply {
  savepoint.run();
  try {
    const write: (dialect: typeof sqliteDialect, args: never) => ReturnType<(typeof writes)['migrate']> =
      // The name and the arguments were paired by the typed `write` of the main thread.
      writes[request.name] as never;
    const value: unknown = runTransaction(database, write(sqliteDialect, request.args as never));
    release.run();
    return { id: request.id, value };
  } catch (error) {
    if (!database.isTransaction) throw error; // the disk is full or gone: SQLite has rolled everything back
    rollback.run();
    release.run();
    return { id: request.id, failure: describe(error) };
  }
}

function describe(error: unknown): { message: string; sqlite: boolean; refused: boolean } {
  const known = error instanceof Error ? error : new Error(String(error));
  return {
    message: known.message,
    sqlite: 'errcode' in known,
    refused: known.name === 'StoreRefused',
  };
}
