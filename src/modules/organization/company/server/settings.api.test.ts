import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Db } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import type { Settings } from '../settings.fields';
import { takeInvoiceNumber } from './number-series.service';

const test = fileServer();

it('settings are read by all, changed by an administrator, and refuse what makes no sense', async () => {
  expect((await test.admin.get('/settings')).body.data).toMatchObject({
    time_zone: 'Asia/Kolkata',
    financial_year_start_month: 4,
    order_tax_rate: 10,
    customer_tax_rate: 18,
    invoice_tax_rate: 18,
    allow_negative_stock: false,
    revenue_goal: null,
    order_prefix: 'ORD',
    invoice_prefix: 'INV',
    delivery_prefix: 'DC',
    transfer_prefix: 'TR',
    job_challan_prefix: 'JC',
    tax_mode: 'single',
    round_to_rupee: false,
    price_decimals: 2,
    turnover_band: null,
    lut_number: null,
    country_code: '91',
  });
  expect((await test.admin.put('/settings', { invoice_tax_rate: 12.5 })).body.data).toMatchObject({
    invoice_tax_rate: 12.5,
  });
  for (const wrong of [
    { time_zone: 'Mars/Olympus' },
    { time_zone: 'IST' },
    { order_tax_rate: 101 },
    { order_tax_rate: 1.005 },
    { revenue_goal: 1000.005 },
    { nonsense: 1 },
    { tax_mode: 'vat' },
    { turnover_band: 'much' },
    { price_decimals: 5 },
    { invoice_prefix: '0IN' },
    { invoice_prefix: '-IN' },
    { order_prefix: 'ORDER' },
    { order_prefix: 'A_B' },
    { country_code: '0' },
    { country_code: '+91' },
    { country_code: '12345' },
    { country_code: 91 },
  ]) {
    expect((await test.admin.put('/settings', wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
  const long = await test.admin.put('/settings', { default_invoice_terms: 'x'.repeat(501) });
  expect(long.body.error).toBe('Default terms cannot exceed 500 characters');
  const negative = await test.admin.put('/settings', { order_tax_rate: -1 });
  expect(negative.body.details).toEqual([
    { field: 'order_tax_rate', message: 'Order tax rate must be at least 0' },
  ]);
});

it('tax by GST waits for a prefix of a legal length, and numbers by years from April', async () => {
  const { db } = test.server.database;
  await saveLongPrefix(db);
  const early = await test.admin.put('/settings', { tax_mode: 'gst' });
  expect([early.status, early.body.details[0]?.field]).toEqual([400, 'tax_mode']);
  expect((await test.admin.get<Settings>('/settings')).body.data.tax_mode).toBe('single');
  const together = { tax_mode: 'gst', invoice_prefix: 'S/A', lut_number: ' AD27 ' };
  const saved = (await test.admin.put<Settings>('/settings', together)).body.data;
  expect(saved).toMatchObject({ ...together, lut_number: 'AD27' });
  const calendar = { ...saved, financial_year_start_month: 1 };
  const numbers = await inTransaction(db, async (trx) => [
    (await takeInvoiceNumber(trx, '2027-02-01', calendar)).number,
    (await takeInvoiceNumber(trx, '2027-02-01', { ...calendar, tax_mode: 'single' })).number,
  ]);
  expect(numbers).toEqual(['S/A-26-27-00001', 'S/A-27-00001']);
});

const saveLongPrefix = (db: Db) =>
  sql`insert into settings (name, value) values ('invoice_prefix', '"INVOICES"')`.execute(db);
