import type { Locator, Page } from '@playwright/test';
import { patience } from '../../scripts/patience.mjs';
import { enter, expect, expectAccessible, outsider, test as base } from '../product';

/** The journeys here add to one product: each kind of record is filled once. */
const test = base.extend({ product: ({ running }, use) => use(running) });
test.use({ environment: { ADMIN_PASSWORD: 'demo1234', LONG_LIST_ROWS: '50' } });

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell', { name, exact: true }) });

async function edit(cell: Locator, name: string, text: string): Promise<void> {
  await cell.dblclick();
  const editor = cell.page().getByRole('textbox', { name });
  await editor.fill(text);
  await editor.press('Enter');
}

interface Kind {
  noun: string;
  path: string;
  call: string;
  fill: string;
  /** Sorted by name, upwards. */
  byName: (page: Page) => Promise<void>;
  /** Another column that rises with the name, and one whose cells are edited, by their places. */
  rising: string;
  filter: { label: string; option: RegExp; remaining: string };
  edited: { label: string; position: number; text: string; shown: string; saved: string };
}

const sortBy = (page: Page, title: string) =>
  page.getByRole('columnheader', { name: title }).getByRole('button').first().click();

const kinds: readonly Kind[] = [
  {
    noun: 'products',
    path: '/inventory/products',
    call: '/api/products',
    fill: `insert into products (product_name, sku_code, unit_price, stock_quantity, reorder_level, created_at, updated_at)
      select 'Bolt ' || n, 'B-' || n, n, n % 20, 5, now(), now() from generate_series(1, 6000) n`,
    byName: async () => undefined,
    rising: 'Unit Price',
    filter: { label: 'Stock Status', option: /^Out of Stock/, remaining: '0' },
    edited: { label: 'Unit Price', position: 5, text: '77.5', shown: '₹77.50', saved: 'Product' },
  },
  {
    noun: 'leads',
    path: '/leads?layout=list',
    call: '/api/leads',
    fill: `insert into leads (company_name, contact_person, email, phone, status, lead_score, current_stage_id, created_at, updated_at)
      select 'Bolt ' || n, 'Person ' || n, 'p' || lpad(n::text, 5, '0') || '@bolt.example', '+91 9820012345',
        case when n % 20 = 0 then 'lost' else 'active' end, n % 100, 1 + n % 3, now() - n * interval '1 minute', now()
      from generate_series(1, 6000) n`,
    byName: (page) => sortBy(page, 'Company Name'),
    rising: 'Email',
    filter: { label: 'Status', option: /^Lost/, remaining: '0' },
    edited: { label: 'Contact Person', position: 2, text: 'Asha', shown: 'Asha', saved: 'Lead' },
  },
  {
    noun: 'customers',
    path: '/customers',
    call: '/api/customers',
    fill: `insert into customers (customer_code, company_name, contact_person, email, industry, is_active, created_at, updated_at)
      select 'C-' || n, 'Bolt ' || n, 'Person ' || n, 'p' || lpad(n::text, 5, '0') || '@bolt.example', 'Metals',
        n % 20 <> 0, now() - n * interval '1 minute', now()
      from generate_series(1, 6000) n`,
    byName: async () => undefined,
    rising: 'Email',
    filter: { label: 'Status', option: /^Inactive/, remaining: '0' },
    edited: {
      label: 'Contact Person',
      position: 2,
      text: 'Asha',
      shown: 'Asha',
      saved: 'Customer',
    },
  },
];

for (const kind of kinds) {
  const { noun, path, edited } = kind;
  test(`${noun} that are too many to be loaded are worked with like any other list`, async ({
    browser,
    page,
    context,
    product,
    database,
  }) => {
    test.setTimeout(70_000 * patience());
    await database.query(kind.fill);
    await enter(context, product);
    const status = (shown: string) => page.getByText(`Showing ${shown} of 6,000 ${noun}`);
    const whole: string[] = [];
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (pathname === kind.call && search === '') whole.push(response.url());
    });
    await page.goto(path);
    await kind.byName(page);
    await expect(row(page, 'Bolt 2')).toBeVisible({ timeout: 20_000 });
    await expect(status('6,000')).toBeVisible();
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

    await sortBy(page, kind.rising);
    await sortBy(page, kind.rising);
    await expect(page.getByRole('row').nth(1)).toContainText('Bolt 6000');
    await page.getByRole('searchbox', { name: `Search ${noun}` }).fill('bolt 599');
    await expect(status('16')).toBeVisible();
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters & Search' });
    await panel.getByRole('combobox', { name: kind.filter.label }).click();
    await page.getByRole('option', { name: kind.filter.option }).click();
    await panel.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(status(kind.filter.remaining)).toBeVisible();
    await expect(page.getByText(`No ${noun} found`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear All' }).first().click();
    await expect(status('6,000')).toBeVisible();

    const other = await outsider(browser, product);
    await enter(other, product);
    await other.goto(path);
    const name = noun === 'products' ? 'Product Name' : 'Company Name';
    if (noun !== 'products') await sortBy(page, name);
    await kind.byName(other);
    await expect(row(other, 'Bolt 3')).toBeVisible();
    const cell = row(page, 'Bolt 3').getByRole('gridcell').nth(edited.position);
    await edit(cell, edited.label, edited.text);
    await expect(page.getByText(`${edited.saved} updated successfully`)).toBeVisible();
    await expect(row(page, 'Bolt 3')).toContainText(edited.shown);
    await expect(row(other, 'Bolt 3')).toContainText(edited.shown);
    await edit(row(other, 'Bolt 4').getByRole('gridcell').nth(1), name, 'Anchor');
    await expect(page.getByRole('row').nth(1)).toContainText('Anchor');

    await page.getByRole('checkbox', { name: /^Select all/ }).click();
    await expect(page.getByText('6,000 selected')).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await (await download).createReadStream();
    let lines = 0;
    for await (const part of file) lines += String(part).split('\n').length - 1;
    expect(lines).toBe(6001);
    expect(whole.length).toBeGreaterThan(0);
  });
}

test('pickers and cards take what they need of a long list', async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto('/inventory');
  await expect(page.getByRole('tab', { name: 'Products (6,000)' })).toBeVisible();
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Bolt 6000');
  await page.goto('/orders?new=1');
  const products = page.getByRole('combobox', { name: 'Product' }).first();
  await products.fill('bolt 5998');
  await page.getByRole('option', { name: /Bolt 5998/ }).click();
  await expect(page.getByText('On hand 18')).toBeVisible();
  const customers = page.getByRole('combobox', { name: 'Customer' }).first();
  await customers.fill('bolt 5997');
  await page
    .getByRole('listbox', { name: 'Customer' })
    .getByRole('option', { name: /Bolt 5997/ })
    .click();
  await expect(customers).toHaveValue('Bolt 5997');
});

test('a board of too many leads has the first of each stage, and more of them when asked', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  await page.goto('/pipeline');
  const first = page.getByRole('group', { name: /^New 2,000/ });
  await expect(first.getByText('50 of 2,000 shown')).toBeAttached({ timeout: 20_000 });
  await expect(page.getByRole('group', { name: 'Total Leads' })).toContainText('6,000');
  const more = page.getByRole('button', { name: /^Load more of/ }).first();
  await more.click();
  await expect(first.getByText('100 of 2,000 shown')).toBeAttached();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search pipeline' }).fill('bolt 599');
  await expect(page.getByText('Load more')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Total Leads' })).toContainText('(16 shown)');
});
