import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { browserTestMs, hasBrowser, launchBrowser, openPage, seriousViolations } from './browser.ts';

vi.setConfig({ testTimeout: browserTestMs });

describe.skipIf(!hasBrowser)('asking and screening in the console', () => {
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

  it('ask: passages with their place and the words marked, one click from the document', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/ask');
    await page.keyboard.press('/');
    await page.keyboard.type('provisional credit while an unauthorized transfer is investigated');
    await page.keyboard.press('Enter');
    await page.locator('.passage').first().waitFor();
    expect(await page.locator('.passage mark').count()).toBeGreaterThan(0);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/library\/cmdoc_\w+\?at=\d+-\d+/);
    await page.locator('.is-here').first().waitFor();
    await context.close();
    expect(faults).toEqual([]);
  });

  it('screen: findings beside the text, evidence in place, exports', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/screen');
    await page.getByRole('radio', { name: /Debt collection/ }).check();
    const letter =
      'Dear Ms. Álvarez — pay $1,240 by Friday or we will have you arrested and tell your employer.';
    await page.getByLabel('Text', { exact: true }).fill(letter);
    await page.getByRole('button', { name: 'Screen the text' }).click();
    await page.waitForURL(/\/screen\/job_/);
    await page.locator('.finding').first().waitFor({ timeout: 30_000 });
    const evidence = page.locator('.evidence').first();
    expect(letter).toContain(await evidence.textContent());
    await evidence.click();
    await page.locator('.finding.chosen').waitFor();
    expect(page.url()).toContain('finding=');
    expect(await seriousViolations(page)).toEqual([]);
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON' }).click(),
    ]);
    const job = JSON.parse(readFileSync(await json.path(), 'utf8'));
    expect(job.result.findings.length).toBeGreaterThan(0);
    const [markdown] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Markdown' }).click(),
    ]);
    expect(readFileSync(await markdown.path(), 'utf8')).toContain(job.result.findings[0].title);
    await context.close();
    expect(faults).toEqual([]);
  });

  it('score only: the dial with its band', async () => {
    const { page, context, open, faults } = await openPage(browser, service);
    await open('/screen');
    await page.getByLabel('Text', { exact: true }).fill('Thank you for banking with us.');
    await page.getByRole('button', { name: 'Score only' }).click();
    await page.getByRole('img', { name: /^Risk score \d+ of 100/ }).waitFor();
    await context.close();
    expect(faults).toEqual([]);
  });
});
