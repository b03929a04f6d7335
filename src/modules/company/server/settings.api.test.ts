import { expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';

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
  });
  expect((await test.admin.put('/settings', { invoice_tax_rate: 12.5 })).body.data).toMatchObject({
    invoice_tax_rate: 12.5,
  });
  for (const wrong of [
    { time_zone: 'Mars/Olympus' },
    { order_tax_rate: 101 },
    { order_tax_rate: 1.005 },
    { revenue_goal: 1000.005 },
    { nonsense: 1 },
  ]) {
    expect((await test.admin.put('/settings', wrong)).status, JSON.stringify(wrong)).toBe(400);
  }
  const negative = await test.admin.put('/settings', { order_tax_rate: -1 });
  expect(negative.body.details).toEqual([
    { field: 'order_tax_rate', message: 'Order tax rate must be at least 0' },
  ]);
});
