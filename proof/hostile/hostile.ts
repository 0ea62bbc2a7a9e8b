import type { Section } from '../section.ts';
import { checkFraming } from './framing.ts';
import { checkHeaders } from './headers.ts';
import { createHttpClient } from './http-client.ts';
import { checkBadFiles, checkSync } from './imports.ts';
import { checkInput } from './input.ts';
import { units } from './regex-worker.ts';
import { checkRegexes } from './regexes.ts';
import { startServeChild } from './serve-child.ts';
import { checkCrowd, startSlowSockets, tellSlowSockets } from './sockets.ts';
import { checkTexts } from './texts.ts';
import { checkTokens, startIssuer } from './tokens.ts';

export const hostile: Section = {
  name: 'hostile',
  title: 'Hostile input',
  async run(size, report) {
    const issuer = await startIssuer();
    const service = await startServeChild({ PANDECT_STARTER_CORPUS: 'off', ...issuer.environment });
    const client = createHttpClient(service.url, 16);
    try {
      const slow = startSlowSockets(service, size);
      await checkCrowd(service, size, report);
      await checkHeaders(service, client, report);
      await checkFraming(service, report);
      await checkInput(service, client, report);
      await checkTokens(service, client, issuer, report);
      tellSlowSockets(await slow, report);
      const errors = service
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":"error"'));
      report.check('errors in the log of the server', errors.length === 0, String(errors.length), '0');
      for (const line of errors.slice(0, 3)) report.note(`log: ${line.slice(0, 400)}`);
      report.check('the process is alive', service.isAlive(), service.isAlive() ? 'yes' : 'no', 'yes');
    } finally {
      client.close();
      issuer.close();
      await service.stop();
    }
    await checkBadFiles(report);
    await checkSync(report);
    if (size === 'full') await checkTexts(units, 1_000_000, report);
    else await checkTexts(units.slice(0, 1), 50_000, report);
    await checkRegexes(size === 'full' ? 1 : 30, report);
  },
};
