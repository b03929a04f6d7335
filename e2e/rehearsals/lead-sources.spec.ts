import { gzipSync } from 'node:zlib';
import { patience } from '../../scripts/patience.mjs';
import { client, enter, expect, expectAccessible, outsider, test } from '../product';

test('a visitor fills in the page of a source, and the lead is there and assigned', async ({
  page,
  context,
  browser,
  product,
}) => {
  await enter(context, product);
  await page.goto('/lead-sources');
  await expect(page.getByText('No lead sources yet')).toBeVisible();
  await expectAccessible(page);
  await page.locator('main header').getByRole('button', { name: 'Add Source' }).click();
  await page.getByRole('menuitem', { name: /^Page/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Page' });
  await form.getByLabel('Name', { exact: true }).fill('Pune fair');
  await form.getByLabel('Lead Source').selectOption('Trade Show');
  await form.getByLabel('Title').fill('Visit us at the fair');
  await form.getByLabel('Thanks').fill('See you soon');
  await form.getByLabel('Assign in Turn To').click();
  await page.getByRole('option', { name: 'Site Administrator' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Source' }).click();
  await expect(page.getByText('Lead source created successfully')).toBeVisible();
  await page
    .getByRole('row')
    .filter({ hasText: 'Pune fair' })
    .getByRole('button', { name: 'View' })
    .click();
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await expectAccessible(page);
  const address = await page.getByRole('link', { name: /\/f\// }).getAttribute('href');

  const visitor = await outsider(browser, product);
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(address ?? '');
  await expect(visitor.getByRole('heading', { name: 'Visit us at the fair' })).toBeVisible();
  await expectAccessible(visitor);
  const overflow = () =>
    visitor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await visitor.getByLabel('Company Name').fill('Deccan Pumps');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Contact Person is required')).toBeVisible();
  await expect(visitor.getByLabel('Contact Person')).toBeFocused();
  await visitor.getByLabel('Contact Person').fill('Meera Kulkarni');
  await visitor.getByLabel('Phone').fill('12');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText(/valid phone number/)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByLabel('Phone').fill('98765 43210');
  const seller = await context.newPage();
  await seller.goto('/leads');
  await expect(seller.getByRole('button', { name: 'Add New Lead' }).first()).toBeVisible();
  const sentAt = Date.now();
  await visitor.keyboard.press('Enter');
  const card = seller.getByRole('article', { name: 'Deccan Pumps' });
  await expect(card).toContainText('Meera Kulkarni');
  expect(Date.now() - sentAt).toBeLessThan(5000 * patience());
  await expect(card).not.toContainText('Unassigned');
  await expect(visitor.getByText('See you soon')).toBeVisible();

  await page.getByRole('tab', { name: 'Arrivals' }).click();
  const arrival = page.getByRole('row').filter({ hasText: 'Deccan Pumps' });
  await expect(arrival).toContainText('Accepted');
  await expectAccessible(page);
});

test('the page of a form is small, and its challenge is solved in time on a slow phone', async ({
  page,
  context,
  product,
}) => {
  const api = await client(product);
  const data = {
    name: 'Website',
    type: 'page',
    page: { title: 'Contact us', fields: [{ name: 'phone', required: true }] },
  };
  const created = await api.post('/api/lead-sources', { data });
  const { token } = ((await created.json()) as { data: { token: string } }).data;
  let scripts = 0;
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      void response.body().then((body) => {
        scripts += gzipSync(body).length;
      });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const encode = window.btoa.bind(window);
    // The solution is written down as soon as it is found.
    window.btoa = (text) => {
      performance.mark('solved');
      return encode(text);
    };
  });
  await page.goto(`/f/${token}`);
  const solvedAfter = () =>
    page.evaluate(() => {
      const [mark] = performance.getEntriesByName('solved');
      const [call] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/public/forms/'));
      return mark && call ? mark.startTime - (call as PerformanceResourceTiming).responseEnd : null;
    });
  await expect.poll(solvedAfter, { timeout: 10_000 }).not.toBeNull();
  expect(await solvedAfter()).toBeLessThan(2000);
  expect(scripts).toBeLessThan(60 * 1024);
  await api.dispose();
});
