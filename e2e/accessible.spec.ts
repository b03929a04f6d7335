import type { Page } from '@playwright/test';
import { everyScreen, openScreen } from './every-screen';
import { enter, expect, findings, test } from './product';

test.use({ sampleData: true });

const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const;

for (const { colorScheme, width, height } of looks) {
  test(`axe finds nothing on any screen: ${colorScheme}, ${width} px`, async ({
    browser,
    product,
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({
      baseURL: product.url,
      colorScheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    await enter(context, product);
    const page = await context.newPage();
    const found: Record<string, string[]> = {};
    for (const path of everyScreen) {
      await openScreen(page, path);
      const wrong = await findings(page);
      if (wrong.length > 0) found[path] = wrong;
    }
    expect(found).toEqual({});
    await context.close();
  });
}

/** The parts of the page that are wider than the screen, with their widths; a table may scroll inside itself. */
async function widerThanScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frames = [document.scrollingElement, document.querySelector('main')];
    return frames.flatMap((frame) =>
      frame !== null && frame.scrollWidth > frame.clientWidth
        ? [`${frame.tagName} ${frame.scrollWidth} > ${frame.clientWidth}`]
        : [],
    );
  });
}

test('every screen fits 320 px, and a large zoom', async ({ browser, product }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
  await enter(context, product);
  const page = await context.newPage();
  const found: Record<string, string[]> = {};
  for (const path of everyScreen) {
    await page.setViewportSize({ width: 320, height: 568 });
    await openScreen(page, path);
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 568 });
      const wrong = await widerThanScreen(page);
      if (wrong.length > 0) found[`${path} at ${width} px`] = wrong;
    }
  }
  expect(found).toEqual({});
  await context.close();
});

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

test('axe finds nothing in dialogs, dark and light', async ({ browser, product }) => {
  test.setTimeout(300_000);
  const found: Record<string, string[]> = {};
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: product.url,
      colorScheme,
      reducedMotion: 'reduce',
    });
    await enter(context, product);
    const page = await context.newPage();
    for (const [path, button] of dialogs) {
      await openScreen(page, path);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').first().waitFor();
      const wrong = await findings(page);
      if (wrong.length > 0) found[`${colorScheme} ${path} ${button}`] = wrong;
    }
    await context.close();
  }
  expect(found).toEqual({});
});
