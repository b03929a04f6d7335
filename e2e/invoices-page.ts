import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { enter, expect, type Product } from './product';

export const company = 'Godavari Forgings';

/** The records of a list; its header is none. */
export const rowsOf = (page: Page): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell') });

export const rowOf = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text });

export const cellOf = (page: Page, key: string): Locator =>
  page.locator(`[data-row="0"] [data-cell="${key}"]`);

export const card = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true });

/** Takes the first choice that fits what is typed into a picker. */
export async function pick(form: Locator, label: string, text: string): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).fill(text);
  await form.page().getByRole('option', { name: text }).first().click();
}

interface Created {
  id: number;
  invoice_number: string;
  order_number: string;
  total_amount: number;
  updated_at: string;
}

/** Makes a record through the API. */
export async function make(page: Page, kind: string, data: object): Promise<Created> {
  const response = await page.request.post(`/api/${kind}`, { data });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { data: Created }).data;
}

export async function makeCustomer(page: Page, values: object = {}): Promise<Created> {
  const customer = { company_name: company, contact_person: 'Asha Verma', payment_terms: 'net_15' };
  return make(page, 'customers', { ...customer, email: 'accounts@gf.example', ...values });
}

export async function makeInvoice(
  page: Page,
  customer_id: number,
  values: object = {},
): Promise<Created> {
  const items = [{ description: 'Forged flange', quantity: 10, unit_price: 100 }];
  return make(page, 'invoices', { customer_id, items, tax_rate: 18, ...values });
}

/** One of the two lists, for an administrator. */
export async function openList(page: Page, product: Product, where: string): Promise<void> {
  if (page.url() === 'about:blank') await enter(page, product);
  await page.goto(where);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The company's day, some days from today. */
export function day(ahead = 0): string {
  const parts = { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit', day: '2-digit' };
  const format = new Intl.DateTimeFormat('en-CA', parts as Intl.DateTimeFormatOptions);
  return format.format(new Date(Date.now() + ahead * 86_400_000));
}

/** What was mailed. */
export async function outbox(product: Product): Promise<string[]> {
  const folder = path.join(product.dataDir, 'outbox');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
}
