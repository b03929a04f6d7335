import type { Locator, Page } from '@playwright/test';
import { enter, expect, expectAccessible, sharedTest, stranger } from './product';

const test = sharedTest.extend({});
test.use({ environment: { ADMIN_PASSWORD: 'demo1234', LONG_LIST_ROWS: '50' } });

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell', { name, exact: true }) });
const status = (page: Page) => page.getByRole('status').filter({ hasText: 'products' });

async function edit(cell: Locator, name: string, text: string): Promise<void> {
  await cell.dblclick();
  const editor = cell.page().getByRole('textbox', { name });
  await editor.fill(text);
  await editor.press('Enter');
}

test('a list that is too long to be loaded is worked with like any other', async ({
  browser,
  page,
  context,
  product,
  database,
}) => {
  test.slow();
  await database.query(`insert into products (product_name, sku_code, unit_price, stock_quantity, reorder_level, created_at, updated_at)
    select 'Bolt ' || n, 'B-' || n, n, n % 20, 5, now(), now() from generate_series(1, 6000) n`);
  await enter(context, product);
  const whole: string[] = [];
  page.on('response', (answer) => {
    const { pathname, search } = new URL(answer.url());
    if (pathname === '/api/products' && search === '') whole.push(answer.url());
  });
  await page.goto('/inventory/products');
  await expect(row(page, 'Bolt 2')).toBeVisible({ timeout: 20_000 });
  await expect(status(page)).toHaveText('Showing 6,000 of 6,000 products');
  await expect(page.getByRole('group', { name: 'Out of Stock' })).toContainText('300');
  await expect(page.getByRole('row').nth(1)).toContainText('Bolt 1');
  await expectAccessible(page);

  // By the keyboard to the end, over windows that are not here yet.
  await row(page, 'Bolt 1').getByRole('gridcell', { name: 'Bolt 1', exact: true }).click();
  await page.keyboard.press('Control+End');
  await expect(row(page, 'Bolt 6000')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(page.locator('[data-row]:focus-within')).not.toContainText('Bolt 6000');
  await page.keyboard.press('Control+Home');
  await expect(row(page, 'Bolt 1')).toBeVisible();

  await page.getByRole('columnheader', { name: 'Unit Price' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Unit Price' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Bolt 6000');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('bolt 599');
  await expect(status(page)).toHaveText('Showing 16 of 6,000 products');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await panel.getByRole('combobox', { name: 'Stock Status' }).click();
  await page.getByRole('option', { name: /^Out of Stock/ }).click();
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(status(page)).toHaveText('Showing 0 of 6,000 products');
  await expect(page.getByText('No products found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All' }).first().click();
  await expect(status(page)).toHaveText('Showing 6,000 of 6,000 products');

  const other = await stranger(browser, product);
  await enter(other.context(), product);
  await other.goto('/inventory/products');
  await expect(row(other, 'Bolt 3')).toBeVisible();
  await edit(row(page, 'Bolt 3').getByRole('gridcell').nth(5), 'Unit Price', '77.5');
  await expect(page.getByText('Product updated successfully')).toBeVisible();
  await expect(row(page, 'Bolt 3')).toContainText('₹77.50');
  await expect(row(other, 'Bolt 3')).toContainText('₹77.50');
  await edit(row(other, 'Bolt 4').getByRole('gridcell').nth(1), 'Product Name', 'Anchor');
  await expect(page.getByRole('row').nth(1)).toContainText('Anchor');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toContain('.csv');

  await page.goto('/inventory');
  await expect(page.getByRole('tab', { name: 'Products (6,000)' })).toBeVisible();
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Bolt 6000');
  await page.goto('/orders?new=1');
  const picker = page.getByRole('combobox', { name: 'Product' }).first();
  await picker.fill('bolt 5998');
  await page.getByRole('option', { name: /Bolt 5998/ }).click();
  await expect(page.getByText('On hand 18')).toBeVisible();
  expect(whole.length).toBeGreaterThan(0);
});
