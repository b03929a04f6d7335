import type { Locator, Page } from '@playwright/test';
import { enter, expect, expectAccessible, outsider, test } from '../product';

async function makeLead(page: Page, company_name: string): Promise<number> {
  const response = await page.request.post('/api/leads', {
    data: { company_name, contact_person: 'Meera Kulkarni' },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { data: { id: number } }).data.id;
}

const card = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name });
const stageRow = (page: Page, stage: string): Locator =>
  page.getByRole('table', { name: /^Leads by stage/ }).getByRole('row', { name: stage });

test('an empty company sees what its dashboard is for, and then each change as it happens', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await enter(page, product);
  await page.goto('/');
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.getByRole('heading', { name: 'CRM Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('Manufacturing Lead-to-Customer Conversion Overview')).toBeVisible();
  await expect(page.getByText('No pipeline data available')).toBeVisible();
  await expect(page.getByText('No lead activities in this period')).toBeVisible();
  await expect(page.getByText('No payment activities in this period')).toBeVisible();
  await expect(panel(page, 'Top Customers')).toContainText('No payments in this period');
  await expect(panel(page, 'Other Recent Activities')).toContainText('User created');
  await expect(card(page, 'Total Leads')).toContainText('0 active (0%)');
  await expect(card(page, 'Outstanding Invoices')).toContainText('Pending Collection (0%)');
  await expect(card(page, 'Total Revenue')).toContainText('₹0.00');
  await expect(card(page, 'Total Revenue')).toContainText('YTD Goal (78%)');
  for (const name of ['stats', 'pipeline', 'activities', 'top-customers']) {
    expect(requests).toContain(`/api/dashboard/${name}`);
  }
  expect(requests).toContain('/api/invoices');
  await expectAccessible(page);

  const other = await outsider(browser, product);
  await enter(other, product);
  const id = await makeLead(other, 'Konkan Castings');
  await expect(card(page, 'Total Leads')).toContainText('1 active (100%)');
  await expect(stageRow(page, 'New')).toContainText('100%');
  await expect(panel(page, 'Recent Lead Activities')).toContainText('Konkan Castings');
  await expect(panel(page, 'Recent Lead Activities')).toContainText('Today');
  await other.request.post(`/api/leads/${id}/convert`);
  await expect(card(page, 'Converted Customers')).toContainText('1 conversion (100%)');
  await expect(card(page, 'Total Leads')).toContainText('0 active (0%)');
  await expect(stageRow(page, 'Won')).toContainText('100%');
  await expect(panel(page, 'Other Recent Activities')).toContainText('Customer created');

  // More in a moment than anyone could read: all of it is counted, with few calls.
  const before = requests.filter((each) => each === '/api/dashboard/stats').length;
  const companies = Array.from({ length: 30 }, (_, index) => `Malabar Textiles ${index}`);
  await Promise.all(companies.map((company) => makeLead(other, company)));
  await expect(card(page, 'Total Leads')).toContainText('30 active (97%)');
  expect(requests.filter((each) => each === '/api/dashboard/stats').length - before).toBeLessThan(
    6,
  );
});

test('every figure is true and obeys the time filter, which is remembered', async ({
  database,
  page,
  product,
}) => {
  await enter(page, product);
  const [one, two, three] = [
    await makeLead(page, 'Deccan Pumps'),
    await makeLead(page, 'Kaveri Gears'),
    await makeLead(page, 'Narmada Tools'),
  ];
  await page.request.post(`/api/leads/${one}/convert`);
  await database.query(
    `update leads set created_at = now() - interval '8 days' where id = ${two};
     update leads set created_at = now() - interval '400 days' where id = ${three};
     update activity set created_at = now() - interval '8 days' where record_id = ${two} and type = 'lead';
     insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
         total_amount, paid_amount, status, created_at, updated_at)
       select 'INV-' || n, (select min(id) from customers), current_date, current_date + 30, 145678.67, 0, 0,
         145678.67, case when n = 1 then 145678.67 else 0 end, case when n = 1 then 'paid' else 'sent' end, now(), now()
       from generate_series(1, 3) n;
     insert into payments (invoice_id, payment_method, amount, payment_date, created_at, updated_at)
       select min(id), 'cash', 145678.67, current_date, now(), now() from invoices;`,
  );
  await page.request.put('/api/settings', { data: { revenue_goal: 1_000_000 } });
  await page.goto('/');

  await page.getByRole('button', { name: 'This Week' }).click();
  await expect(card(page, 'Total Leads')).toContainText('0 active (0%)');
  await expect(panel(page, 'Recent Lead Activities')).not.toContainText('Kaveri Gears');
  await expect(card(page, 'Converted Customers')).toContainText('1 conversion (100%)');
  await expect(card(page, 'Outstanding Invoices')).toContainText('Pending Collection (67%)');
  await expect(card(page, 'Total Revenue')).toContainText('₹1,45,678.67');
  await expect(card(page, 'Total Revenue')).toContainText('YTD Goal (15%)');
  await expect(panel(page, 'Top Customers')).toContainText('Deccan Pumps');
  await expect(panel(page, 'Top Customers')).toContainText('₹1,45,678.67');
  await expect(stageRow(page, 'New')).toContainText('0%');

  await page.getByRole('button', { name: 'This Year' }).click();
  const yearOf = (daysAgo: number) =>
    new Date(Date.now() + 5.5 * 3_600_000 - daysAgo * 86_400_000).getUTCFullYear();
  const inThisYear = yearOf(8) === yearOf(0);
  await expect(card(page, 'Total Leads')).toContainText(
    inThisYear ? '1 active (50%)' : '0 active (0%)',
  );
  await expect(panel(page, 'Recent Lead Activities').getByText('Kaveri Gears')).toHaveCount(
    inThisYear ? 1 : 0,
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'This Year' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await card(page, 'Total Revenue').getByRole('link', { name: '₹1,45,678.67' }).click();
  await expect(page.getByText('Date Range: This year')).toBeVisible();
  await expect(page.getByText('Showing 1 of 1 payments')).toBeVisible();
  await page.goto(`${product.url}/reports/sales?group=month&from=2026-13-45`);
  await page.getByRole('button', { name: /^Open / }).click();
  await expect(page).toHaveURL(/\/invoices\?status=.*&dateRange=\d{4}-\d\d-\d\d\.\.\d{4}-/);
  await expect(page.getByText(/^Date Range: .*\d{4}$/)).toBeVisible();
  await expect(page.getByText('Showing 3 of 3 invoices')).toBeVisible();
});

test.describe('with sample data', () => {
  test.use({ sampleData: true });

  test('the chart is reached by keyboard and read as a table, in light and dark, and no link leads nowhere', async ({
    page,
    product,
  }) => {
    test.slow();
    await enter(page, product);
    await page.goto('/');
    const rows = page
      .getByRole('table', { name: 'Leads by stage, This Month' })
      .getByRole('rowheader');
    await expect(rows).toHaveText([
      'New',
      'Contacted',
      'Qualified',
      'Proposal',
      'Negotiation',
      'Won',
    ]);
    const chart = page.getByRole('group', { name: 'Bar chart of leads by stage' });
    // The pointer rests where "Sign In" was: over a bar, whose figures would be shown instead of the first.
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'This Year' }).focus();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(chart).toBeFocused({ timeout: 1000 });
    }).toPass();
    await expect(chart.getByRole('status')).toHaveText(/^New: \d+ leads? \(\d+%\)$/);
    await page.keyboard.press('ArrowRight');
    await expect(chart.getByRole('status')).toHaveText(/^Contacted: /);
    await page.keyboard.press('End');
    await expect(chart.getByRole('status')).toHaveText(/^Won: /);
    await page.keyboard.press('ArrowRight');
    await expect(chart.getByRole('status')).toHaveText(/^Won: /);
    await page.keyboard.press('Home');
    await expect(chart.getByRole('status')).toHaveText(/^New: /);
    await page.keyboard.press('Escape');
    await expect(chart.getByRole('status')).toBeEmpty();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    const links = page.getByRole('main').getByRole('link');
    const paths = await links.evaluateAll((all) =>
      all.map((each) => new URL((each as HTMLAnchorElement).href).pathname),
    );
    expect(paths).toEqual(expect.arrayContaining(['/pipeline', '/leads']));
    for (const each of new Set(paths)) {
      await page.goto(each);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('CRM Dashboard');
    }
  });

  test('on paper no column is cut off, and nothing is dark', async ({ page, product }) => {
    await enter(page, product);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${product.url}/reports/receivables`);
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => {
      // The width of A4 between its margins.
      document.body.style.width = '718px';
      window.dispatchEvent(new Event('beforeprint'));
    });
    for (const name of ['Customer', 'Total'])
      await expect(grid.getByRole('columnheader', { name, exact: true })).toBeInViewport();
    const rights = await grid
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(718);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.goto(`${product.url}/customers/1?tab=statement`);
    await expect(page.getByText('Opening Balance')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send Statement' })).toBeHidden();
    await expect(page.getByRole('tablist')).toBeHidden();
  });
});
