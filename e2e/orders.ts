import type { Locator, Page } from '@playwright/test';
import { enter, expect, test as base } from './product';

export interface OrderRow {
  id: number;
  order_number: string;
  customer_name: string;
  status: string;
  notes: string | null;
  delivery_date: string | null;
  subtotal: number;
  tax_rate: number;
  tax_amount: number;
  total_amount: number;
  items: { product_id: number; quantity: number; unit_price: number }[];
  services: { service_id: number; quantity: number; notes: string | null }[];
  [field: string]: unknown;
}

interface Named {
  id: number;
  name: string;
}

/** What a journey does with orders besides the screen, and what they are made of. */
export interface Orders {
  customer: Named;
  other: Named;
  product: Named;
  second: Named;
  service: Named;
  add: (values?: Record<string, unknown>) => Promise<OrderRow>;
  get: (id: number) => Promise<OrderRow>;
  list: () => Promise<OrderRow[]>;
  change: (id: number, values: Record<string, unknown>) => Promise<OrderRow>;
  remove: (id: number) => Promise<void>;
}

/** A signed-in page on a product without orders, with two customers, two products and a service. */
export const test = base.extend<{ orders: Orders }>({
  orders: async ({ context, product }, use) => {
    await enter(context, product);
    const call = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
      const response = await context.request.fetch(`/api${path}`, {
        method,
        ...(data === undefined ? {} : { data }),
      });
      const body = (await response.json()) as { success: boolean; error?: string; data: T };
      expect(body.success, body.error).toBe(true);
      return body.data;
    };
    const create = async (path: string, name: string, values: Record<string, unknown>) => ({
      id: (await call<{ id: number }>('POST', path, values)).id,
      name,
    });
    const company = (name: string, contact_person: string) =>
      create('/customers', name, { company_name: name, contact_person });
    const goods = (name: string, sku_code: string, unit_price: number, stock_quantity: number) =>
      create('/products', name, { product_name: name, sku_code, unit_price, stock_quantity });
    const customer = await company('Deccan Pumps', 'Meera Kulkarni');
    const first = await goods('Ball Bearing 6204', 'BRG-6204', 200, 10);
    await use({
      customer,
      other: await company('Malabar Textiles', 'Ravi Iyer'),
      product: first,
      second: await goods('Hex Bolt M8', 'BLT-M8', 12.5, 1000),
      service: await create('/services', 'Annual maintenance', {
        service_name: 'Annual maintenance',
        service_type: 'AMC',
        price: 1500,
      }),
      add: async ({ status, ...values } = {}) => {
        const order = await call<OrderRow>('POST', '/orders', {
          customer_id: customer.id,
          items: [{ product_id: first.id, quantity: 2, unit_price: 200 }],
          ...values,
        });
        return status === undefined ? order : call('PUT', `/orders/${order.id}/status`, { status });
      },
      get: (id) => call('GET', `/orders/${id}`),
      list: () => call('GET', '/orders'),
      change: (id, values) => call('PUT', `/orders/${id}`, values),
      remove: async (id) => void (await call('DELETE', `/orders/${id}`)),
    });
  },
});

export async function openOrders(page: Page, view: 'List' | 'Kanban' = 'List'): Promise<void> {
  await page.goto('/orders');
  await page.getByRole('button', { name: view, exact: true }).click();
}

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

export function statusColumn(page: Page, status: string): Locator {
  return page.getByRole('group', { name: new RegExp(`^${status} \\d+$`) });
}

/** Chooses a record in a picker as a person does: types a part of its name. */
export async function pick(
  page: Page,
  picker: Locator,
  typed: string,
  name: string,
): Promise<void> {
  await picker.fill(typed);
  await page.getByRole('listbox').getByRole('option', { name }).click();
}

/** The cell of a column, by its key, in the row with that text. */
export function cellOf(page: Page, text: string, key: string): Locator {
  return rowOf(page, text).locator(`[data-cell="${key}"]`);
}

/** `days` from the company's today, as YYYY-MM-DD. */
export async function dayFrom(page: Page, days: number): Promise<string> {
  return page.evaluate((by) => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
    return format.format(new Date(Date.now() + by * 86_400_000));
  }, days);
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(
    page.locator('.mantine-Notification-root').getByText(text, { exact: true }).first(),
  ).toBeVisible();
}
