import type { Section } from '../section.ts';
import { withCleanUp } from './clean-up.ts';
import { startCluster } from './cluster.ts';
import { proveNewEditions, proveNewNode } from './new-edition.ts';
import { proveRollingRestart } from './rolling-restart.ts';
import {
  proveAnyProcess,
  proveCursors,
  proveIdempotency,
  proveRateLimits,
  proveRevocation,
  sharedLimit,
} from './shared-state.ts';
import { proveSharedVectors } from './shared-vectors.ts';

const unlimited = ['regulations', 'query', 'submit', 'events', 'jobs', 'admin'].map((name) => `${name}=off`);

export const scaleOut: Section = {
  name: 'scale-out',
  title: 'Many processes on one PostgreSQL',
  run: (size, report) =>
    withCleanUp(async (cleanUp) => {
      const began = performance.now();
      const cluster = await startCluster(
        cleanUp,
        size === 'full' ? { serving: 3, working: 2 } : { serving: 2, working: 1 },
        {
          PANDECT_WORKERS: '0',
          PANDECT_VECTORS: 'off',
          PANDECT_MEANING: 'off',
          PANDECT_SHUTDOWN_SECONDS: size === 'full' ? '5' : '1',
          PANDECT_RATE_LIMITS: [...unlimited, sharedLimit.setting].join(),
        },
      );
      report.tell(
        `${cluster.nodes.length} serve and ${cluster.workers} worker processes, started on an empty database`,
        `${((performance.now() - began) / 1000).toFixed(1)} s until all are ready, the database included`,
      );
      await proveIdempotency(cluster, report);
      await proveAnyProcess(cluster, report);
      await proveCursors(cluster, report);
      await proveRateLimits(cluster, report);
      await proveRevocation(cluster, size, report);
      await proveNewEditions(cleanUp, cluster, report);
      await proveNewNode(cleanUp, cluster, report);
      await proveSharedVectors(cleanUp, cluster, size, report);
      await proveRollingRestart(cluster, size, report);
    }),
};
