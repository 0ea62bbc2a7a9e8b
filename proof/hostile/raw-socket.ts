import { connect } from 'node:net';

export interface Exchange {
  /** All that came back. */
  readonly text: string;
  /** Statuses of the replies in it, in order. */
  readonly statuses: readonly number[];
  /** Whether the other side hung up. */
  readonly closed: boolean;
}

/** Sends bytes as they are and reads until the other side hangs up or nothing has come for a while. */
export function exchange(port: number, bytes: string | Uint8Array, quietMs = 400): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const done = (closed: boolean) => {
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, closed });
    };
    socket.setTimeout(quietMs, () => done(false));
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.once('end', () => done(true));
    // A reset after the reply is a hang-up too; before any reply there is none to look at.
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? reject(error) : done(true),
    );
  });
}
