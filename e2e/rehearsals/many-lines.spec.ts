import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { patience } from '../../scripts/patience.mjs';
import { completeGstin } from '../../src/modules/organization/company/gstin.rules';
import { pick, rowOf } from '../orders';
import { client, enter, expect, test } from '../product';

const buyer = 'Mandovi Marine Works';
const count = 60;

interface Typed {
  description: string;
  /** In thousandths, paise and percent. */
  quantity: number;
  price: number;
  discount: number;
  rate: 5 | 18;
}

const lines = Array.from({ length: count }, (_, at): Typed => {
  const rate = at % 2 === 0 ? 18 : 5;
  const price = 9_995 + at * 337;
  return {
    description: `Anchor part ${at + 1}`,
    quantity: at % 4 === 0 ? 2_500 : (at + 1) * 1_000,
    price,
    discount: at % 6 === 0 ? 10 : 0,
    rate,
  };
});

/** Paise and half paise up, by whole numbers alone. */
const rounded = (dividend: number, divisor: number) =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** What the lines come to in paise, calculated apart from the product's rules. */
function expected(): { value: number; tax: number } {
  return lines.reduce(
    ({ value, tax }, { quantity, price, discount, rate }) => {
      const gross = rounded(quantity * price, 1000);
      const taxable = gross - rounded(gross * discount, 100);
      return { value: value + taxable, tax: tax + rounded(taxable * rate, 100) };
    },
    { value: 0, tax: 0 },
  );
}

const rupees = (paise: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);

async function prepare(admin: APIRequestContext): Promise<void> {
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await admin[method](`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
  };
  const identity = { tax_id: '27AAPFU0939F1ZV', company_name: 'Deccan Fasteners' };
  await send('put', '/billing/profile', identity);
  await send('put', '/settings', { tax_mode: 'gst', round_to_rupee: true });
  await send('post', '/customers', {
    company_name: buyer,
    contact_person: 'Rui Naik',
    gst_category: 'regular',
    gstin: completeGstin('30AAGCB7383J1Z'),
  });
}

async function type(form: Locator, line: Typed, at: number): Promise<void> {
  await form.getByRole('button', { name: 'Add Item' }).click();
  const item = form.getByRole('group', { name: `Item ${at + 1}`, exact: true });
  await item.getByLabel('Description').fill(line.description);
  await item.getByLabel('Quantity').fill(String(line.quantity / 1000));
  await item.getByLabel('Unit Price').fill(String(line.price / 100));
  if (line.discount > 0) await item.getByLabel('Discount (%)').fill(String(line.discount));
  await item.getByLabel('Tax Class').selectOption({ label: `GST ${line.rate}%` });
}

async function expectSums(page: Page, where: Locator): Promise<void> {
  const { value, tax } = expected();
  const total = rounded(value + tax, 100) * 100;
  for (const sum of [value, tax, total])
    await expect(where.getByText(rupees(sum), { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

test('an invoice of 60 typed lines comes to what its lines come to, saved and opened again', async ({
  page,
  context,
  product,
}) => {
  // Three hundred inputs are filled, one after the other.
  test.setTimeout(300_000 * patience());
  await enter(context, product);
  const admin = await client(product);
  await prepare(admin);
  await page.goto('/invoices?new=1');
  const form = page.getByRole('dialog', { name: 'Create Invoice' });
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'mandovi', buyer);
  for (const [at, line] of lines.entries()) await type(form, line, at);
  await expectSums(page, form);
  await form.getByRole('button', { name: 'Create Invoice' }).click();
  await expect(form).toBeHidden();

  const { value, tax } = expected();
  const { data } = (await (await admin.get('/api/invoices/1')).json()) as {
    data: { subtotal: number; igst_amount: number; total_amount: number; items: object[] };
  };
  expect(data).toMatchObject({
    subtotal: value / 100,
    igst_amount: tax / 100,
    total_amount: rounded(value + tax, 100),
  });
  expect(data.items).toMatchObject(lines.map(({ description }) => ({ description })));

  await rowOf(page, buyer).getByRole('button', { name: 'Edit' }).click();
  const again = page.getByRole('dialog', { name: 'Edit Invoice' });
  const last = again.getByRole('group', { name: `Item ${count}`, exact: true });
  await last.scrollIntoViewIfNeeded();
  await expect(last.getByLabel('Description')).toHaveValue(`Anchor part ${count}`);
  await expect(last.getByLabel('Quantity')).toHaveValue('60');
  await expectSums(page, again);
  await again.getByRole('button', { name: `Remove Item ${count}`, exact: true }).click();
  await expect(last).toHaveCount(0);
});
