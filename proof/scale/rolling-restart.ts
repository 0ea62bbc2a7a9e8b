import { Agent } from 'node:http';
import { errorCode, type HttpCall, sendOnce } from '../../bench/http-client.ts';
import { loadMix } from '../../bench/load-mix.ts';
import { percentile } from '../../bench/percentile.ts';
import type { Report, Size } from '../section.ts';
import type { Cluster } from './cluster.ts';

const clients = 12;

/**
 * Every node stopped and started again in turn while clients go on asking all of them. A client tries another node
 * only where the connection is refused: any other failure, and any answer that is not a success, counts.
 */
export async function proveRollingRestart(cluster: Cluster, size: Size, report: Report): Promise<void> {
  /** Of load before the first restart, between two and after the last. */
  const betweenMs = size === 'full' ? 1000 : 300;
  const agent = new Agent({ keepAlive: true });
  const headers = { 'x-api-key': cluster.key, 'content-type': 'application/json' };
  const urls = cluster.nodes.map(({ url }) => url);
  const calls = loadMix.filter(({ path }) => !path.endsWith('-wikis'));
  const times: number[] = [];
  const failures = new Map<string, number>();
  let elsewhere = 0;
  let next = 0;
  let isOver = false;

  const note = (failure: string): void => {
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
  };

  async function ask(call: HttpCall, first: number): Promise<void> {
    for (let tries = 0; tries < urls.length; tries++) {
      try {
        const url = urls[(first + tries) % urls.length] ?? '';
        const reply = await sendOnce(agent, url, headers, call);
        if (reply.status >= 400) note(`${reply.status} ${reply.text.slice(0, 120)}`);
        else times.push(reply.ms);
        return;
      } catch (error) {
        if (errorCode(error) !== 'ECONNREFUSED') return note(errorCode(error));
        elsewhere += 1;
      }
    }
    note('refused by all nodes');
  }

  async function goOnAsking(): Promise<void> {
    while (!isOver) {
      const at = next++;
      const call = calls[at % calls.length];
      if (call) await ask(call, at);
    }
  }

  const asking = Promise.all(Array.from({ length: clients }, goOnAsking));
  const began = performance.now();
  try {
    await pause(betweenMs);
    for (const at of cluster.nodes.keys()) {
      await cluster.restart(at);
      await pause(betweenMs);
    }
  } finally {
    isOver = true;
    await asking;
    agent.destroy();
  }
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  report.check(
    `rolling restart of ${urls.length} processes under load`,
    failed === 0 && times.length > 0,
    `${times.length} requests answered in ${((performance.now() - began) / 1000).toFixed(0)} s, ${failed} failed; ${elsewhere} connections refused and taken by another process; p99 ${percentile(times, 0.99).toFixed(0)} ms`,
    'no request fails',
  );
  for (const [failure, count] of failures) report.note(`rolling restart: ${count} times ${failure}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
