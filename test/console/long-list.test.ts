import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { batchOf } from '../../server/src/corpus/document-batch.ts';
import type { PreparedDocument } from '../../server/src/corpus/prepared-document.ts';
import { sha256Hex } from '../../server/src/corpus/utf8-text.ts';
import { nowSeconds } from '../../server/src/services.ts';
import { startTestService, type TestService } from '../service.ts';
import { browserTestMs, hasBrowser, launchBrowser, openPage } from './browser.ts';

vi.setConfig({ testTimeout: browserTestMs });

const rows = 20_000;

/** A catalog as large as all of the federal banking law: small texts, titles and descriptions of real length. */
function manyDocuments(): PreparedDocument[] {
  return Array.from({ length: rows }, (_, at): PreparedDocument => {
    const externalId = `12-cfr-${1000 + Math.floor(at / 100)}-${at % 100}`;
    const bytes = Buffer.from(`Example ${at}`);
    return {
      facts: {
        externalId,
        category: 'regulation',
        title: `Example ${at} of a rule with a title of some length`,
        description: 'What the rule is about, '.repeat(1 + (at % 7)),
        authorities: ['cfpb'],
        jurisdictions: ['us-federal'],
        sourceUrl: `https://www.example.gov/${externalId}`,
        attributes: {
          category: 'regulation',
          citation: `Example ${at}`,
          sourceUrl: `https://www.example.gov/${externalId}`,
        },
      },
      edition: 'official',
      editionDate: '2026-01-01',
      container: [],
      label: `Example ${at}`,
      bytes,
      textSha256: sha256Hex(bytes),
      tableOfContents: [],
      chunks: [],
    };
  });
}

describe.skipIf(!hasBrowser)('a list of 20,000 rows', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      startTestService('sqlite', { environment: { PANDECT_RATE_LIMITS: 'off' } }),
      launchBrowser(),
    ]);
    const batch = batchOf(manyDocuments());
    const file = { name: 'many', format: 'test', sha256: 'many', readers: 'test', batch };
    await service.stores.corpus.importWhole([file], nowSeconds());
    await vi.waitFor(
      async () => {
        const { body } = await service.call('GET', '/api/v1/regulations?limit=1');
        expect(body.pagination.approximateTotal).toBe(rows);
      },
      { timeout: 30_000 },
    );
  }, browserTestMs);
  afterAll(async () => {
    await browser.close();
    await service.dispose();
  });

  it('is read as one scrolls, draws only what is in sight, and stays smooth', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/library');
    await page.locator('[data-row="0"]').waitFor();
    // To the end, page by page; the most rows ever drawn on the way.
    const mostDrawn = await page.evaluate(async (last) => {
      let most = 0;
      const frame = () => new Promise(requestAnimationFrame);
      while (!document.querySelector(`[aria-posinset="${last}"]`)) {
        scrollTo(0, document.documentElement.scrollHeight);
        await frame();
        most = Math.max(most, document.querySelectorAll('[data-row]').length);
      }
      return most;
    }, rows);
    expect(mostDrawn).toBeLessThan(60);

    // Long jumps and a steady scroll over all of them, against frames of a page at rest.
    const frames = await page.evaluate(async () => {
      const gaps = async (count: number, step: (at: number) => void) => {
        const seen: number[] = [];
        let before = await new Promise<number>(requestAnimationFrame);
        for (let at = 0; at < count; at++) {
          step(at);
          const now = await new Promise<number>(requestAnimationFrame);
          seen.push(now - before);
          before = now;
        }
        return seen.sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
      };
      const height = document.documentElement.scrollHeight;
      return {
        rest: await gaps(60, () => {}),
        steady: await gaps(120, () => scrollBy(0, -180)),
        jumps: await gaps(60, (at) => scrollTo(0, (height * ((at * 37) % 60)) / 60)),
      };
    });
    console.log(
      `20,000 rows: median frame ${frames.steady.toFixed(0)} ms scrolling, ${frames.jumps.toFixed(0)} ms jumping, ${frames.rest.toFixed(0)} ms at rest; at most ${mostDrawn} rows drawn`,
    );
    expect(frames.steady).toBeLessThan(Math.max(34, 3 * frames.rest));
    // A jump draws and measures every row anew: one beat, not one frame.
    expect(frames.jumps).toBeLessThan(Math.max(250, 15 * frames.rest));

    // A document and back: the place in the list is kept.
    await page.evaluate(async () => {
      scrollTo(0, document.documentElement.scrollHeight * 0.75);
      // Until the rows of the old place are gone and the new ones are measured.
      for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame);
    });
    const title = (await page.locator('[data-row]').nth(12).locator('strong').textContent()) ?? '';
    await page.getByText(title, { exact: true }).click();
    await page.locator('.document-text').waitFor();
    await page.goBack();
    await page.getByText(title, { exact: true }).waitFor();
    await context.close();
    expect(faults).toEqual([]);
  });
});
