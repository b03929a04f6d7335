import type { Page } from '@playwright/test';
import { patience } from '../../scripts/patience.mjs';
import { everyScreen, openScreen } from '../every-screen';
import { lostTexts, lostTextsSpaced, widerThanScreen } from '../layout';
import { atRest, enter, expect, findings, test } from '../product';

test.use({ sampleData: true });

// Both workers look: half of the screens take as long as many a file.
test.describe.configure({ mode: 'parallel' });

type Look = readonly [
  name: string,
  width: number,
  height: number,
  seen: (page: Page) => Promise<string[]>,
];

/** The checks of an open screen, light and dark, from the widest to the narrowest. */
const looks: readonly Look[] = [
  ['axe, light', 1440, 900, findings],
  ['200 % zoom of 1440 px', 720, 450, lostTexts],
  ['large zoom', 640, 568, widerThanScreen],
  ['axe, dark', 390, 844, findingsInTheDark],
  ['text spacing of WCAG 1.4.12', 390, 844, lostTextsSpaced],
  ['320 px', 320, 568, widerThanScreen],
];

async function findingsInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const found = await findings(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

for (const half of [0, 1]) {
  test(`every screen is readable, fits and cuts off no text, half ${half + 1}`, async ({
    context,
    page,
    product,
  }) => {
    test.setTimeout(600_000 * patience());
    await enter(context, product);
    const found: Record<string, string[]> = {};
    for (const path of everyScreen.filter((_, index) => index % 2 === half)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openScreen(page, path);
      for (const [name, width, height, seen] of looks) {
        await page.setViewportSize({ width, height });
        await atRest(page);
        const wrong = await seen(page);
        if (wrong.length > 0) found[`${path}, ${name}`] = wrong;
      }
    }
    expect(found).toEqual({});
  });
}

test('with forced colours what is chosen and where the focus is stays visible', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    baseURL: product.url,
    forcedColors: 'active',
    reducedMotion: 'reduce',
  });
  await enter(context, product);
  const page = await context.newPage();
  await openScreen(page, '/leads');
  const outlineOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((each) => getComputedStyle(each).outlineStyle);
  expect(await outlineOf('Kanban')).toBe('solid');
  expect(await outlineOf('List')).toBe('none');
  await page.getByRole('button', { name: 'Kanban' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'List', exact: true })).toBeFocused();
  expect(await outlineOf('List')).toBe('solid');
  expect(await findings(page)).toEqual([]);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true });
  expect(await link.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe('solid');
  await context.close();
});

const dialogs = [
  ['/leads', 'Add New Lead'],
  ['/leads', 'Filters'],
  ['/', 'Search'],
  ['/customers', 'Add Customer'],
  ['/customers', 'Customize Columns'],
  ['/inventory/products', 'Add New Product'],
  ['/services', 'Add Service'],
  ['/orders', 'New Order'],
  ['/payments', 'Record Payment'],
  ['/receipts', 'Record Receipt'],
  ['/users', 'Add User'],
] as const;

test('axe finds nothing in dialogs, light and dark', async ({ context, page, product }) => {
  test.slow();
  await enter(context, product);
  const found: Record<string, string[]> = {};
  for (const [path, button] of dialogs) {
    await openScreen(page, path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').first().waitFor();
    const wrong = [...(await findings(page)), ...(await findingsInTheDark(page))];
    if (wrong.length > 0) found[`${path} ${button}`] = wrong;
  }
  expect(found).toEqual({});
});
