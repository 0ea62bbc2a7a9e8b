import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importExamples } from '../fixtures/corpus.ts';
import { startTestService, type TestService } from '../service.ts';
import { browserTestMs, hasBrowser, launchBrowser, openPage } from './browser.ts';

vi.setConfig({ testTimeout: browserTestMs });

describe.skipIf(!hasBrowser)('journeys through the console', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([
      startTestService('sqlite', {
        environment: { PANDECT_STARTER_CORPUS: 'on', PANDECT_RATE_LIMITS: 'off' },
      }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.dispose();
  });

  it('library: from filters to a paragraph, its address, and back', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/library');
    await page.getByLabel('Search titles and descriptions').fill('procedures for resolving errors');
    await page.getByLabel('Regulation', { exact: true }).check();
    await page.waitForURL(/category=regulation/);
    await page.getByRole('link', { name: /^12 CFR 1005\.11 / }).click();
    await page.getByText('Ten business days.').first().waitFor();
    const content = await service.call('GET', '/api/v1/regulations/12-cfr-1005-11/content');
    const text: string = content.body.content.text;
    const byte = Buffer.byteLength(text.slice(0, text.indexOf('(2) Up to 45 days')));

    // The contents lead to the paragraph, and its sign has the byte in its address.
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: '(2) Up to 45 days' })
      .click();
    await page.waitForURL(/to=c-2/);
    const block = page.locator(`#b${byte}`);
    expect(await block.textContent()).toContain('Up to 45 days');
    await block.hover();
    await block.getByRole('link', { name: 'Address of this paragraph' }).click();
    await page.waitForURL(`**/library/12-cfr-1005-11?revision=1&at=${byte}`);
    await page.reload();
    await page.locator(`#b${byte}.is-here`).waitFor();
    expect(await block.evaluate((element) => Math.abs(element.getBoundingClientRect().top))).toBeLessThan(
      300,
    );

    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/\/library\?.*category=regulation/);
    await page.getByRole('link', { name: /^12 CFR 1005\.11 / }).waitFor();
    await context.close();
    expect(faults).toEqual([]);
  });

  it('library: a reference in the text leads to the paragraph it names', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/library/12-cfr-1005-11');
    await page.getByRole('link', { name: '1005.6(a)' }).click();
    await page.waitForURL('**/library/12-cfr-1005-6?to=a');
    await page.locator('.is-here').first().waitFor();
    expect(await page.locator('h1').textContent()).toContain('1005.6');
    await context.close();
    expect(faults).toEqual([]);
  });

  it('library: earlier revisions by number and by day, citation and source', async () => {
    const folder = service.environment.PANDECT_DATA_DIR ?? '';
    const example = { externalId: '12-cfr-1005-99', title: '12 CFR 1005.99 Example' };
    const body = (words: string) => `(a) **Rule.** ${words} — §\u00a07, 漢字 😀.\n\n(b) The end.`;
    await importExamples(folder, service.stores, [
      { ...example, editionDate: '2020-01-01', body: body('Old') },
    ]);
    await importExamples(folder, service.stores, [
      { ...example, editionDate: '2024-01-01', body: body('New') },
    ]);
    await vi.waitFor(
      async () => {
        const { body: details } = await service.call('GET', '/api/v1/regulations/12-cfr-1005-99');
        expect(details.revision).toBe(2);
      },
      { timeout: 10_000 },
    );
    const { page, context, open, faults } = await openPage(browser, service, { width: 1600 });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/library/12-cfr-1005-99');
    await page.getByText('Rule. New').waitFor();
    await page.getByText('Official text').waitFor();
    await page.getByLabel('As of the day').fill('2021-06-01');
    await page.getByText('Rule. Old').waitFor();
    expect(page.url()).toContain('asOf=2021-06-01');
    await page.getByLabel('Revision').selectOption('2');
    await page.getByText('Rule. New').waitFor();
    expect(page.url()).toContain('revision=2');
    await page.getByRole('button', { name: 'Back to the current text' }).click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: '(b)' }).click();
    await page.waitForURL(/to=b/);
    await page.getByRole('button', { name: 'Copy citation' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Example 12-cfr-1005-99(b) (official text as of 2024-01-01, revision 2), https://www.example.gov/12-cfr-1005-99',
    );
    const source = page.getByRole('link', { name: 'Official source' });
    expect(await source.getAttribute('href')).toBe('https://www.example.gov/12-cfr-1005-99');
    await context.close();
    expect(faults).toEqual([]);
  });

  it('playbooks: by domain, and a marker opens the passage beside the text', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/playbooks');
    await page.getByLabel('Domain').selectOption('bsa-aml-sanctions');
    await page.waitForURL(/domain=bsa-aml-sanctions/);
    await page.getByRole('link', { name: /customer identification program/ }).click();
    const markers = page.locator('.source-mark');
    await markers.first().waitFor();
    const body: string = (await service.call('GET', '/api/v1/regulation-wikis/cip')).body.body;
    expect(await markers.count()).toBe(body.match(/\[Source: /g)?.length);
    await page.evaluate(() => scrollTo(0, 300));
    await markers.nth(8).click();
    const panel = page.getByRole('complementary', { name: /^Source: 31 CFR 1020\.220/ });
    await panel.locator('.is-here').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(300);
    expect(page.url()).toContain('claim=8');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await context.close();
    expect(faults).toEqual([]);
  });

  it('tickets: the board, the linked screening, a change of status with its reason', async () => {
    await service.call('PATCH', '/api/v1/team', { body: { autoScreen: true } });
    const event = {
      scenario: 'debt_collection',
      externalRef: 'case-77',
      content: {
        type: 'text',
        text: 'This is Harbor Recovery, a debt collector. Thank you for your payment of $40 on March 3.',
      },
    };
    await service.call('POST', '/api/v1/events', { body: event });
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/tickets');
    const column = (name: string) => page.getByRole('region', { name });
    await column('Open')
      .getByRole('link', { name: /case-77/ })
      .click();
    await page.getByText('Thank you for your payment').waitFor();
    await page.getByRole('img', { name: 'Risk score 0 of 100: Limited' }).waitFor();
    await page.getByLabel('New status').selectOption('resolved');
    await page.getByLabel('Reason').fill('Apologised, calls stopped.');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText('Open → Resolved').waitFor();
    await page.getByText('“Apologised, calls stopped.”').waitFor();
    await page.getByRole('link', { name: 'Open the screening' }).click();
    // The text comes from the ticket: the service gives no submitted text back.
    await page
      .getByRole('region', { name: 'Screened text' })
      .getByText('Thank you for your payment')
      .waitFor();
    await page.getByText('No findings').waitFor();
    await page.getByRole('link', { name: 'Tickets' }).click();
    await column('Resolved')
      .getByRole('link', { name: /case-77/ })
      .waitFor();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('link', { name: /Screening.*made by the service/ }).waitFor();
    await context.close();
    expect(faults).toEqual([]);
  });

  it('keys: made, shown once, revoked; usage as charts', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/keys');
    await page.getByRole('img', { name: /^Calls by day/ }).waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Label').fill('night batch');
    await page.getByLabel('wikis').uncheck();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.locator('.secret').textContent()) ?? '';
    expect(key).toMatch(/^pdct_\w{38}$/);
    expect((await service.call('GET', '/api/v1/regulations?limit=1', { key })).status).toBe(200);
    expect((await service.call('GET', '/api/v1/regulation-wikis', { key })).status).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /night batch/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked').waitFor();
    expect((await service.call('GET', '/api/v1/regulations?limit=1', { key })).status).toBe(401);
    expect(await page.content()).not.toContain(key);
    await context.close();
    expect(faults).toEqual([]);
  });

  it('keyboard: going places, searching, walking through a list, help, theme', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/ask');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL('**/library');
    await page.locator('[data-row="0"]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('garnishment');
    await page.waitForURL(/q=garnishment/);
    await page.getByText(/^\d+ documents?$/).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'));
    await vi.waitFor(async () => expect(await focused()).toBe('1'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/library\/cmdoc_/);
    await page.locator('.document-text').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('copy the citation').waitFor();
    // Letters on their own can be switched off.
    await help.getByLabel('Use single-key shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await help.count()).toBe(0);
    await page.getByLabel('Theme').selectOption('dark');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByLabel('Theme').selectOption('light');
    expect(await ground()).not.toBe(dark);
    await context.close();
    expect(faults).toEqual([]);
  });
});
