import type { Page } from '@playwright/test';
import { rowOf, test } from './orders';
import { enter, expect, outsider } from './product';

/** The calls for the list of orders from now on: whole ones, and those for what changed. */
function countCalls(page: Page) {
  const calls = { whole: 0, changes: 0 };
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== '/api/orders' || request.method() !== 'GET') return;
    if (searchParams.has('since')) calls.changes += 1;
    else calls.whole += 1;
  });
  return calls;
}

test('what one person changes of a customer, another sees in the orders without loading any list', {
  tag: '@rehearsal',
}, async ({ browser, page, product, orders }) => {
  const { customer } = orders;
  const order = await orders.add();
  await page.goto('/customers');
  await expect(rowOf(page, customer.name)).toBeVisible();
  const other = await outsider(browser, product);
  await enter(other, product);
  // A list that was requested before the live connection opened is requested once more over it.
  const joined = other.waitForResponse(
    (response) =>
      /\/api\/orders(\?since|$)/.test(response.url()) && 'list-live' in response.headers(),
  );
  await other.goto('/orders');
  await expect(rowOf(other, order.order_number)).toContainText(customer.name);
  await joined;
  await other.waitForLoadState('networkidle');
  const calls = countCalls(other);
  const renamed = `${customer.name} and Sons`;
  const data = { company_name: renamed };
  expect((await page.request.put(`/api/customers/${customer.id}`, { data })).ok()).toBe(true);
  await expect(rowOf(page, renamed)).toBeVisible();
  await expect(rowOf(other, order.order_number)).toContainText(renamed);
  const second = await orders.add();
  await expect(rowOf(other, second.order_number)).toBeVisible();
  await orders.remove(second.id);
  await expect(rowOf(other, second.order_number)).toBeHidden();
  expect(calls).toEqual({ whole: 0, changes: 0 });
});

test('after the line was cut, one small call brings the changes since then', async ({
  page,
  context,
  orders,
}) => {
  const order = await orders.add();
  await page.goto('/orders');
  await expect(rowOf(page, order.order_number)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls = countCalls(page);
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  const missed = await orders.add();
  await orders.remove(order.id);
  await context.setOffline(false);
  await expect(rowOf(page, missed.order_number)).toBeVisible({ timeout: 30_000 });
  await expect(rowOf(page, order.order_number)).toBeHidden();
  expect(calls.whole).toBe(0);
  expect(calls.changes).toBeGreaterThan(0);
});
