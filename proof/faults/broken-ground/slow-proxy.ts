import { connect, createServer, type Socket } from 'node:net';

/** Stands before a server and passes on what comes, late or not at all. */
export interface SlowProxy {
  readonly port: number;
  /** Each piece a client sends waits so long; `hold` keeps everything back until the next setting. */
  delay(ms: number | 'hold'): void;
  close(): Promise<void>;
}

export async function startSlowProxy(host: string, port: number): Promise<SlowProxy> {
  let delayMs: number | 'hold' = 0;
  let freed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => client.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    // One after the other, so that pieces stay in order.
    let last = Promise.resolve();
    client.on('data', (piece) => {
      last = last.then(async () => {
        while (delayMs === 'hold') await freed.promise;
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, Number(delayMs)));
        if (!upstream.destroyed) upstream.write(piece);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    delay(ms) {
      delayMs = ms;
      freed.resolve();
      freed = Promise.withResolvers();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
