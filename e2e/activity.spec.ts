import { enter, expect, expectAccessible, test } from './product';

test('the feed is filtered, read to its end, and follows what happens elsewhere', async ({
  database,
  page,
  browser,
  product,
}) => {
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Activity Feed' }).click();
  await expect(page.getByRole('heading', { name: 'Activity Feed' })).toBeVisible();
  const filter = page.getByLabel('Filter activities');
  await expect(filter.getByRole('option')).toHaveText([
    'All Activities',
    'Leads',
    'Customers',
    'Quotations',
    'Orders',
    'Deliveries',
    'Invoices',
    'Payments',
    'Receipts',
    'Price Lists',
    'User Actions',
  ]);
  await expect(page.getByText('User created')).toBeVisible();
  await filter.selectOption('Leads');
  await expect(page.getByText('No activities match the selected filter')).toBeVisible();

  // Someone else makes a lead: it appears without a reload.
  const other = await browser.newContext({ baseURL: product.url });
  const otherPage = await other.newPage();
  await enter(otherPage, product);
  const created = await other.request.post('/api/leads', {
    data: { company_name: 'Deccan Tools', contact_person: 'Meera Kulkarni' },
  });
  expect(created.status()).toBe(201);
  const line = page.getByRole('listitem').filter({ hasText: 'Deccan Tools' });
  await expect(line).toContainText('Lead created');
  await expect(line).toContainText('Site Administrator');
  await expect(line.locator('time')).toHaveText('Just now');
  await expect(line.locator('time')).toHaveAttribute('title', /\d{4}, \d{1,2}:\d\d/);
  await expectAccessible(page);

  // A long past: only what is in view is in the page, and scrolling reaches the first line.
  await database.query(
    `insert into activity (type, action, record_label, title, message, user_name, created_at)
     select 'product', 'updated', '', 'Product updated', 'Line ' || n, 'System', now() - n * interval '1 hour'
     from generate_series(1, 330) n`,
  );
  await filter.selectOption('All Activities');
  await page.reload();
  await expect(line).toBeVisible();
  const scroller = page.getByRole('group', { name: 'Feed' });
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(page.getByText('No more activity')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Line 330', { exact: true })).toBeVisible();
  expect(await scroller.getByRole('listitem').count()).toBeLessThan(60);

  // Later events do not move the lines that are being read.
  const before = await page.getByText('Line 330', { exact: true }).boundingBox();
  await other.request.post('/api/leads', {
    data: { company_name: 'Konkan Pumps', contact_person: 'Bo Li' },
  });
  await expect(scroller.locator('ol')).toHaveCSS('height', `${333 * 60}px`);
  const read = page.getByText('Line 330', { exact: true });
  await expect.poll(async () => (await read.boundingBox())?.y).toBe(before?.y);
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(scroller.getByRole('listitem').first()).toContainText('Konkan Pumps');

  await page.getByRole('link', { name: 'Deccan Tools' }).click();
  await expect(page).toHaveURL(/\/leads/);
  await expect(page.getByRole('dialog')).toContainText('Deccan Tools');
});
