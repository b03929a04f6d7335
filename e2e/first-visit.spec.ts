import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { test } from './leads';
import { expect } from './product';

const KiB = 1024;

/** The JavaScript, workers too, that a page has loaded ten seconds after it was opened; KiB, packed by gzip. */
async function loadedBy(page: Page, path: string, shows: () => Promise<void>): Promise<number> {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.clock.install();
  const pageTime = () => page.evaluate(() => Date.now());
  const opened = await pageTime();
  await page.goto(path);
  await shows();
  // Deferred scripts load within this time; only a first key or click, or more time, loads the rest.
  await page.clock.runFor(Math.max(0, opened + 10_000 - (await pageTime())));
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts);
  await page.close();
  return sizes.reduce((sum, size) => sum + size, 0) / KiB;
}

// The marks of docs/measurements.md: what makes a visit heavier takes its room from everything that comes later.
test('a first visit loads no more JavaScript than its mark', async ({ context, leads }) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  const visit = async (layout: 'list' | 'kanban', role: 'row' | 'article') => {
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('leads-view', '${layout}')`);
    return loadedBy(page, '/leads', () =>
      page.getByRole(role).filter({ hasText: 'Deccan Pumps' }).waitFor(),
    );
  };
  const board = await visit('kanban', 'article');
  const list = await visit('list', 'row');
  const dashboardPage = await context.newPage();
  const dashboard = await loadedBy(dashboardPage, '/', () =>
    dashboardPage.getByRole('heading', { name: 'CRM Dashboard' }).waitFor(),
  );
  await context.clearCookies();
  const page = await context.newPage();
  const login = await loadedBy(page, '/login', () =>
    page.getByRole('button', { name: 'Sign In' }).waitFor(),
  );
  expect(board).toBeLessThan(275);
  expect(list).toBeLessThan(264);
  expect(dashboard).toBeLessThan(250);
  expect(login).toBeLessThan(152.5);
  expect(Math.min(board, list, dashboard, login)).toBeGreaterThan(100);
});

test('the page of a screen names what the screen begins with, so that nothing asks for it later', {
  tag: '@rehearsal',
}, async ({ page, leads, request }) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await page.goto('/leads');
  const named =
    (await (await request.get('/leads')).text()).match(/assets\/[\w.-]+\.(js|css)/g) ?? [];
  expect(named.filter((file) => file.startsWith('assets/LeadsPage-'))).toHaveLength(1);
  expect(new Set(named).size).toBe(named.length);
  await expect(page.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  const linked = page.locator('link[href^="/assets/"]');
  const files = await linked.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(files).size).toBe(files.length);
  const login = await (await request.get('/login')).text();
  expect(login).toContain('assets/index-');
  expect(login).not.toContain('assets/Shell-');
});
