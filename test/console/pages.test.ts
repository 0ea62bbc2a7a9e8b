import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { browserTestMs, hasBrowser, launchBrowser, openPage, seriousViolations } from './browser.ts';

vi.setConfig({ testTimeout: browserTestMs });

/** The promises of the console: what a first visit may cost. */
const mostScriptBytes = 100_000;
const mostFirstPaintMs = 1000;

describe.skipIf(!hasBrowser)('every page of the console', () => {
  let service: TestService;
  let browser: Browser;
  let ticketId = '';
  let jobId = '';
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      startTestService('sqlite', {
        environment: { PANDECT_STARTER_CORPUS: 'on', PANDECT_RATE_LIMITS: 'off' },
      }),
      launchBrowser(),
    ]);
    await service.call('PATCH', '/api/v1/team', { body: { autoScreen: true } });
    const event = { scenario: 'complaint', content: { type: 'text', text: 'Charged twice — no answer.' } };
    ticketId = (await service.call('POST', '/api/v1/events', { body: event })).body.ticketId;
    jobId = (await service.call('GET', `/api/v1/tickets/${ticketId}`)).body.screeningJobId;
  });
  afterAll(async () => {
    await browser.close();
    await service.dispose();
  });

  const pages = (): readonly (readonly [string, string])[] => [
    ['/ask', 'Ask'],
    ['/library', 'Library'],
    ['/library?q=error+resolution&category=regulation', 'Library'],
    ['/library/12-cfr-1005-11?at=1500-1767', '12 CFR 1005.11 Procedures for resolving errors'],
    ['/playbooks', 'Playbooks'],
    ['/playbooks/cip?claim=4', 'Running the customer identification program'],
    ['/screen', 'Screen'],
    ['/jobs', 'Jobs'],
    [`/jobs/${jobId}`, 'Screening'],
    ['/tickets', 'Tickets'],
    [`/tickets/${ticketId}`, 'Ticket'],
    ['/keys', 'Keys and usage'],
    ['/library/12-cfr-9999-1', '12-cfr-9999-1'],
    ['/nowhere', 'There is no such page'],
  ];

  it.each([
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 390 },
  ] as const)(
    'in $theme at $width: draws, fits, and has no serious fault of access',
    async (look) => {
      const { page, context, open, faults } = await openPage(browser, service, look);
      for (const [path, heading] of pages()) {
        await open(path);
        await page.waitForFunction(() => document.querySelector('.loading') === null);
        expect(await page.locator('h1').textContent(), path).toBe(heading);
        expect(await page.title()).toBe(`${heading} · Pandect`);
        expect(await seriousViolations(page), path).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
      }
      await context.close();
      expect(faults).toEqual([]);
    },
    60_000,
  );

  it('asks for a key, refuses a wrong one, keeps a right one for the tab only', async () => {
    const { page, context, open, faults } = await openPage(browser, service, { key: null });
    await open('/library/12-cfr-1005-11');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel('API key').fill(`pdct_${'x'.repeat(38)}`);
    await page.keyboard.press('Enter');
    await page.getByText('unknown, revoked or expired').waitFor();
    await page.getByLabel('API key').fill(service.key);
    await page.keyboard.press('Enter');
    // The address one came for is still there.
    await page.getByRole('heading', { level: 1, name: '12 CFR 1005.11' }).waitFor();
    const kept = await page.evaluate(() => [JSON.stringify(localStorage), document.cookie]);
    expect(kept.join()).not.toContain('pdct_');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '12 CFR 1005.11' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await context.close();
    expect(faults).toEqual([]);
  });

  it('says code, message, request id and the way out when something is refused', async () => {
    const lesser = await service.newKey({ scopes: ['regulations'] });
    const { page, context, open } = await openPage(browser, service, { key: lesser });
    await open('/keys');
    const alert = page.getByRole('alert');
    await alert.getByText('The credential lacks the scope admin.').waitFor();
    expect(await alert.textContent()).toMatch(/forbidden.*req_[0-9A-Z]{26}/);
    await alert.getByRole('button', { name: 'Sign in with another key' }).click();
    await page.getByLabel('API key').waitFor();
    await context.close();
  });

  it('first loads under 100 kB of compressed script and paints within a second', async () => {
    const visit = async (path: string) => {
      const { page, context, open } = await openPage(browser, service);
      await open(path);
      const figures = await page.evaluate(() => ({
        paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        scriptBytes: performance
          .getEntriesByType('resource')
          .filter((entry) => entry.name.endsWith('.js'))
          .reduce((sum, entry) => sum + ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0), 0),
      }));
      await context.close();
      return figures;
    };
    const paints: number[] = [];
    const peers: number[] = [];
    let scriptBytes = 0;
    // The best of a few: the machine may be busy with other tests.
    for (let run = 0; run < 5 && !paints.some((ms) => ms < mostFirstPaintMs); run++) {
      const figures = await visit('/ask');
      paints.push(figures.paintMs);
      scriptBytes = figures.scriptBytes;
      peers.push((await visit('/docs')).paintMs);
    }
    const best = Math.min(...paints);
    const peer = Math.min(...peers);
    console.log(
      `console, first load: ${scriptBytes} bytes of script as sent; first contentful paint ${best.toFixed(0)} ms, of a page without script ${peer.toFixed(0)} ms`,
    );
    expect(scriptBytes).toBeGreaterThan(30_000);
    expect(scriptBytes).toBeLessThan(mostScriptBytes);
    // Where even a page without script is slow, the machine is: then the peer is the measure.
    expect(best).toBeLessThan(Math.max(mostFirstPaintMs, 4 * peer));
  });
});
