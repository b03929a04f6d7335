import type { Locator, Page } from '@playwright/test';
import { enter, expect, type Product } from './product';

export const company = 'Godavari Forgings';

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name });

/** A cell of the first row. */
export const cellOf = (page: Page, key: string): Locator =>
  page.locator(`[data-row="0"] [data-cell="${key}"]`);

export const card = (page: Page, name: string): Locator => page.getByRole('group', { name });

/** Opens the list and waits until it receives changes: the live channel sends `40` once it is connected. */
export async function openCustomers(page: Page, product: Product): Promise<void> {
  await enter(page, product);
  let isLive = false;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      isLive ||= String(payload).startsWith('40');
    }),
  );
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
  await expect.poll(() => isLive).toBe(true);
}

export async function makeCustomer(
  page: Page,
  values: Record<string, unknown> = {},
): Promise<number> {
  const data = { company_name: company, contact_person: 'Asha Verma', ...values };
  const response = await page.request.post('/api/customers', { data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { data: { id: number } }).data.id;
}

export async function change(page: Page, id: number, data: Record<string, unknown>): Promise<void> {
  expect((await page.request.put(`/api/customers/${id}`, { data })).status()).toBe(200);
}
