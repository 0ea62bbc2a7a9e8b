import { compareLoads, describeFigures } from '../../bench/load.ts';
import type { Section } from '../section.ts';

export const load: Section = {
  name: 'load',
  title: 'A realistic mix of requests',
  async run(size, report) {
    const sizes =
      size === 'full'
        ? { seconds: 16, connections: 20 }
        : {
            seconds: 1,
            connections: 8,
            environment: { PANDECT_VECTORS: 'off', PANDECT_MEANING: 'off' },
          };
    report.note(
      'Mix: 60 % query, 20 % content, 10 % details and lists, 10 % risk. The bare Fastify returns bytes of the same size from memory and does nothing else; the load generator shares the cores with both.',
    );
    for await (const { store, service, bare } of compareLoads(sizes)) {
      report.check(
        `${store}: ${sizes.connections} clients`,
        service.failed === 0 && service.answered > 0,
        describeFigures(service),
        'no request fails',
      );
      report.tell(
        `${store}: beside a bare Fastify in the same run`,
        `${describeFigures(bare)}; ${(service.perSecond / bare.perSecond).toFixed(3)} of its requests, ${(service.p50 / bare.p50).toFixed(1)} times its p50, ${(service.p95 / bare.p95).toFixed(1)} times its p95`,
      );
    }
  },
};
