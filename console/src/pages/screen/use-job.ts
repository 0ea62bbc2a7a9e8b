import type { Job } from '@pandect/contract';
import { useEffect } from 'react';
import { useClient } from '../../api/session.tsx';
import { type Loaded, useReply } from '../../api/use-reply.ts';

/** The specification's back-off: near one second at first, longer while the job runs. */
const firstWaitMs = 700;
const growth = 1.5;
const longestWaitMs = 10_000;

/** A job, read until it is final. */
export function useJob(id: string): Loaded<Job> {
  const client = useClient();
  const job = useReply(['getJob', id], (options) => client.getJob({ id }, options));
  const { replace } = job;
  const running = job.value?.status === 'running' && job.error === undefined;
  useEffect(() => {
    if (!running) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(async () => {
        try {
          const latest = await client.getJob({ id }, { signal: leaving.signal });
          if (leaving.signal.aborted) return;
          if (latest.status !== 'running') return replace(latest);
        } catch {
          // A poll that failed is tried again, later and later; the report goes on saying that it waits.
          if (leaving.signal.aborted) return;
        }
        wait(Math.min(longestWaitMs, ms * growth));
      }, ms);
    };
    wait(firstWaitMs);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [running, id, client, replace]);
  return job;
}
