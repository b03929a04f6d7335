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

test('Enter takes no record that was found for an earlier text, and a lost line empties the list', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  await page.goto('/orders?new=1');
  const customers = page.getByRole('combobox', { name: 'Customer' }).first();
  await customers.fill('bolt 59');
  await expect(page.getByRole('option', { name: /^Bolt 590/ })).toBeVisible();
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/api/customers?search=*', async (route) => {
    await held;
    await route.continue();
  });
  await customers.fill('bolt 42');
  await expect(page.getByRole('listbox').getByText('Loading…')).toBeVisible();
  await customers.press('Enter');
  await expect(customers).toHaveValue('bolt 42');
  release();
  await expect(page.getByRole('option', { name: /^Bolt 421/ })).toBeVisible();

  await page.goto('/customers');
  await expect(page.getByText('Showing 6,000 of 6,000 customers')).toBeVisible();
  await page.route('**/api/customers?**', (route) => route.abort());
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('bolt 599');
  await expect(page.getByText('Customers could not be loaded')).toBeVisible();
  await expect(page.getByText(/^Showing/)).toHaveCount(0);
  await page.unroute('**/api/customers?**');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('bolt 5998');
  await expect(page.getByText('Showing 1 of 6,000 customers')).toBeVisible();
});

test('rows and a total that cannot be loaded are named, and Retry loads the rows', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  await page.route(/\/api\/customers\?count=0$/, (route) => route.abort());
  await page.goto('/customers');
  await expect(page.getByText('Showing 6,000 customers (total unknown)')).toBeVisible();
  const calls = /\/api\/customers\?/;
  await page.route(calls, (route) => route.abort());
  await row(page, 'Bolt 1').getByRole('gridcell', { name: 'Bolt 1', exact: true }).click();
  await page.keyboard.press('Control+End');
  const failed = page.getByRole('alert').filter({ hasText: 'Some rows could not be loaded.' });
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  await page.unroute(calls);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, 'Bolt 6000')).toBeVisible();
  await expect(failed).toHaveCount(0);
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

test('too many invoices and payments have their cards, and are found by a customer and a person', async ({
  page,
  context,
  product,
  database,
}) => {
  await database.query(`insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate,
      tax_amount, total_amount, status, created_by, created_by_name, created_at, updated_at)
    select 'INV-' || n, c.id, current_date, current_date + 30, n, 0, 0, n, 'sent', 1, 'Site Administrator', now(), now()
    from generate_series(1, 200) n
    join (select id, row_number() over (order by id) as place from customers) c on c.place = 1 + n % 40`);
  await database.query(`insert into payments (invoice_id, payment_method, amount, payment_date, status, created_by,
      created_by_name, created_at, updated_at)
    select id, 'cash', 1, current_date, 'pending', 1, 'Site Administrator', now(), now() from invoices`);
  await enter(context, product);
  const kinds = [
    { noun: 'invoices', card: 'Total Invoices', amount: 'Total', person: 'Created By' },
    { noun: 'payments', card: 'Total Payments', amount: 'Amount', person: 'Recorded By' },
  ];
  for (const { noun, card, amount, person } of kinds) {
    await page.goto(`/${noun}`);
    await expect(page.getByText(`Showing 200 of 200 ${noun}`)).toBeVisible();
    await expect(page.getByRole('group', { name: card })).toContainText('200');
    await sortBy(page, amount);
    await expect(page.getByRole('row').nth(1)).toContainText('₹1.00');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters & Search' });
    const choose = async (label: string, option: string) => {
      await panel.getByRole('combobox', { name: label }).click();
      await page
        .getByRole('listbox', { name: label })
        .getByRole('option', { name: option, exact: true })
        .click();
    };
    await choose('Customer', 'Bolt 7');
    await choose(person, 'Site Administrator');
    await panel.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page.getByText(`Showing 5 of 200 ${noun}`)).toBeVisible();
    await expect(page.getByRole('group', { name: card })).toContainText('(5 shown)');
  }
});

test('too many orders are searched by column, moved on their board and opened by address', async ({
  browser,
  page,
  context,
  product,
  database,
}) => {
  await database.query(`insert into orders (order_number, customer_id, order_date, status, item_count, subtotal, tax_rate,
      tax_amount, total_amount, created_by_name, created_at, updated_at)
    select 'ORD-' || n, c.id, current_date, case when n % 2 = 0 then 'pending' else 'cancelled' end, 0, n, 0, 0, n,
      'Site Administrator', now() - n * interval '1 minute', now()
    from generate_series(1, 200) n
    join (select id, row_number() over (order by id) as place from customers) c on c.place = 1 + n % 40`);
  await database.query(`insert into order_lines (order_id, position, product_id, description, quantity, unit_price, line_total)
    select id, 1, (select min(id) from products), 'Bolt', 1, subtotal, subtotal from orders`);
  await enter(context, product);
  const status = (shown: number) => page.getByText(`Showing ${shown} of 200 orders`);
  const card = (name: string) => page.getByRole('group', { name, exact: true });
  const head = (name: string) => page.getByRole('searchbox', { name: `Search ${name}` });
  await page.goto('/orders');
  await expect(status(200)).toBeVisible();
  await expect(card('Total Orders')).toContainText('200');
  await expect(card('Pending Orders')).toContainText('100');
  await expect(card('Total Revenue')).toContainText('₹10,100.00');

  await head('Order Number').fill('ord-19');
  await expect(status(11)).toBeVisible();
  await head('Status').fill('pend');
  await expect(status(5)).toBeVisible();
  await expect(card('Total Orders')).toContainText('(5 shown)');
  await expect(head('Total')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/orders?in_customer_name=bolt 7&in_total_amount=5');
  await expect(status(5)).toBeVisible();
  await expect(page.getByText('Not searched in so many orders: Total')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all searches' }).click();
  await expect(status(200)).toBeVisible();

  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await panel.getByRole('combobox', { name: 'Customer' }).fill('Bolt 9');
  await page.getByRole('option', { name: 'Bolt 9', exact: true }).click();
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(status(5)).toBeVisible();
  await expect(page.getByText('Customer: Bolt 9', { exact: true })).toBeVisible();

  const other = await outsider(browser, product);
  await enter(other, product);
  await other.goto('/orders?layout=board');
  const lane = (name: string) => other.getByRole('group', { name: new RegExp(`^${name}`) });
  const pending = (count: number) => lane(`Pending ${count}`).getByText(`of ${count} shown`);
  await expect(pending(100)).toBeAttached();
  const moved = other.getByRole('article', { name: 'ORD-8', exact: true });
  await moved.getByRole('button', { name: 'Move to…' }).click();
  await other.getByRole('menuitem', { name: 'Confirmed' }).click();
  await expect(lane('Confirmed 1')).toContainText('ORD-8');
  await expect(page.getByRole('row').nth(1)).toContainText(/ORD-8.*Confirmed/);
  await expect(pending(99)).toHaveText('50 of 99 shown');
  await other
    .getByRole('button', { name: /^Load more of/ })
    .first()
    .click();
  await expect(pending(99)).toHaveCount(0);

  const { rows } = await database.query(`select id from orders where order_number = 'ORD-200'`);
  await page.goto(`/orders?view=${rows[0].id}`);
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText('ORD-200');
  await page.goto('/invoices?new=1');
  const picker = page.getByRole('combobox', { name: 'From Order' });
  await picker.fill('ord-8');
  await page.getByRole('option', { name: /^ORD-8/ }).click();
  await expect(page.getByRole('button', { name: 'Remove Order' })).toBeVisible();
  await expect(picker).toHaveValue('ORD-8');
});
