import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestService } from '../service.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = [process.env.PANDECT_CHROMIUM ?? '', ...places].find(
  (place) => place !== '' && existsSync(place),
);

/** False where there is no browser: the tests that need one are left out, and say so. */
export const hasBrowser = found !== undefined;
if (!hasBrowser) {
  console.warn(`SKIPPED: tests of the console in a browser; there is none at ${places.join(', ')}.`);
}

/** A browser beside seven other test files takes its time; alone, no test takes ten seconds. */
export const browserTestMs = 180_000;

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: found ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface OpenOptions {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** Signs in with the first key of the service unless told otherwise. */
  readonly key?: string | null;
}

/** A page that remembers what went wrong on it: errors of its scripts and calls to anywhere else. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  /** Opens an address of the console and waits until it has drawn. */
  open(path: string): Promise<void>;
}

export async function openPage(
  browser: Browser,
  service: TestService,
  options: OpenOptions = {},
): Promise<WatchedPage> {
  const { width = 1280, theme = 'light', key = service.key } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    acceptDownloads: true,
  });
  if (key !== null) {
    await context.addInitScript((value) => sessionStorage.setItem('pandect.key', value), key);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(browserTestMs / 6);
  const faults: string[] = [];
  page.on('console', (message) => {
    // Chromium reports every refused call itself; a test that expects a refusal asserts it on the page.
    const refused = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !refused) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && origin !== service.url) faults.push(`a call to ${request.url()}`);
  });
  return {
    page,
    context,
    faults,
    async open(path) {
      await page.goto(`${service.url}${path}`);
      await page.locator('h1').first().waitFor();
    },
  };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds serious or critical on the page as it stands, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found: { id: string; impact: string; nodes: { html: string }[] }[] = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
