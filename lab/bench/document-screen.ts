import type { Locator, Page } from '@playwright/test';
import { cookies, milliseconds, paintAfter, withBrowser } from './browser-figures';
import type { Bench } from './product';
import { type Figure, timed } from './server-figures';
import { median, percentile } from './statistics';

const keys = '23456789'.repeat(3);

/** The form of an order of very many lines: opened, and typed into at both ends of it. */
export function documentScreenFigures(bench: Bench): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies(bench));
    const page = await context.newPage();
    await page.goto(`${bench.url}/orders`);
    const edit = page.getByRole('button', { name: 'Edit', exact: true }).first();
    await edit.waitFor();
    const form = page.getByRole('dialog', { name: 'Edit Order' });
    const lines = form.getByRole('group', { name: /^Item \d+$/ });
    const opened = await timed(async () => {
      await edit.press('Enter');
      await lines.last().waitFor();
    });
    await form.getByText('Explain amounts').waitFor({ timeout: 120_000 });
    const first = await typingMs(page, form, lines.first());
    const last = await typingMs(page, form, lines.last());
    await context.close();
    const typed = [...first, ...last];
    return [
      milliseconds('an order of 1,000 lines by GST: its form, asked for to seen', opened, 1000),
      milliseconds('keystroke in a quantity to all totals painted, median', median(typed), 16),
      milliseconds(
        'keystroke in a quantity to all totals painted, p95',
        percentile(typed, 0.95),
        50,
      ),
    ];
  });
}

async function typingMs(page: Page, form: Locator, line: Locator): Promise<number[]> {
  await line.scrollIntoViewIfNeeded();
  const quantity = line.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('');
  const total = form.getByRole('definition').last();
  const taken: number[] = [];
  for (const [at, key] of [...keys].entries()) {
    const before = await total.textContent();
    taken.push(await paintAfter(page, () => page.keyboard.press(key)));
    if ((await total.textContent()) === before)
      throw new Error('The totals did not follow what was typed');
    if (at % 3 === 2) await quantity.fill('');
  }
  return taken;
}
