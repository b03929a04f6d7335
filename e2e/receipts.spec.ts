import type { BrowserContext, Page } from '@playwright/test';
import { dayFrom, expectToast, rowOf } from './orders';
import { enter, expect, test } from './product';

interface Sent {
  id: number;
  invoice_number: string;
  items: { id: number }[];
}

/** Creates records over HTTP. */
function senderOf({ request }: BrowserContext) {
  return async (path: string, data: object): Promise<Sent> => {
    const response = await request.post(`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: Sent }).data;
  };
}

/** Types on the keyboard alone, and counts the keys. */
function keyboardOf(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    press: async (key: string, times = 1) => {
      for (let at = 0; at < times; at += 1) await page.keyboard.press(key);
      keys += times;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      keys += text.length;
    },
  };
}

const puneTools = {
  company_name: 'Pune Tools Pvt Ltd',
  contact_person: 'Asha Rao',
  email: 'asha@example.com',
  phone: '9876543210',
};

test('one sum pays twelve invoices less TDS and paise by the keyboard, and is cancelled', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  await enter(context, product);
  const send = senderOf(context);
  const balances = async () => {
    const response = await context.request.get('/api/invoices');
    const { data } = (await response.json()) as { data: { balance_due: number }[] };
    return data.map(({ balance_due }) => balance_due);
  };
  const customer = await send('/customers', {
    company_name: 'Pune Tools Pvt Ltd',
    contact_person: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9876543210',
  });
  const invoice = {
    customer_id: customer.id,
    status: 'sent',
    tax_rate: 18,
    items: [{ description: 'Flange DN 50', quantity: 1, unit_price: 1000 }],
  };
  await Promise.all(Array.from({ length: 12 }, () => send('/invoices', invoice)));

  const requests = new Set<string>();
  page.on('request', (request) => requests.add(new URL(request.url()).pathname));
  await page.goto('/receipts');
  await expect(page.getByText('No receipts found')).toBeVisible();
  const keyboard = keyboardOf(page);
  await keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Record Receipt' });
  await expect(form.getByLabel('Bank Line')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('Pune');
  await expect(page.getByRole('option', { name: /^Pune Tools/ })).toBeVisible();
  await keyboard.press('Enter');
  await expect(form.getByLabel('Customer', { exact: true })).toHaveValue(/Pune Tools/);
  // The date and its calendar are two stops.
  await keyboard.press('Tab', 4);
  await expect(form.getByLabel('Reference Number')).toBeFocused();
  await keyboard.type('N123');
  await keyboard.press('Tab');
  await keyboard.type('14147.70');
  await keyboard.press('Tab');
  await keyboard.type('0.1');
  const lines = form.getByRole('region', { name: 'Unpaid invoices' });
  const lastLine = lines.getByRole('group', { name: /^INV-/ }).last();
  await expect(lastLine.getByLabel('Amount')).toHaveValue('1178.70');
  await keyboard.press('Tab', 3);
  await expect(lines.getByRole('checkbox', { name: 'Round off ₹0.30' })).toBeFocused();
  await keyboard.press('Space');
  await expect(lastLine.getByLabel('Round-off')).toHaveValue('0.30');
  const total = lines.getByRole('group', { name: 'Total' });
  await expect(total).toContainText('₹14,160.00');
  await expect(total).toContainText('₹14,147.70');
  await expect(total).toContainText('₹12.00');
  await expect(lines.getByRole('status')).toHaveText('Unallocated ₹0.00');
  await keyboard.press('Enter');
  await expectToast(page, 'Receipt recorded successfully');
  expect(keyboard.count()).toBeLessThan(60);
  expect([...requests].filter((path) => path.endsWith('invoices'))).toEqual([
    `/api/customers/${customer.id}/unpaid-invoices`,
  ]);
  expect(await balances()).toEqual(Array.from({ length: 12 }, () => 0));

  // A line of the bank fills the form; a line typed by hand stays when the sum changes.
  await page.keyboard.press('n');
  await expect(form.getByLabel('Bank Line')).toBeFocused();
  await page.keyboard.insertText('NEFT 1,23,456.00 PUNE TOOLS REF N124');
  await expect(form.getByLabel('Amount Received')).toHaveValue('123456');
  await expect(form.getByLabel('Reference Number')).toHaveValue('N124');
  await expect(form.getByRole('combobox', { name: 'Customer' })).toHaveValue('Pune Tools Pvt Ltd');
  await expect(lines).toContainText('This customer has no unpaid invoices.');
  await expect(lines.getByRole('status')).toHaveText('Unallocated ₹1,23,456.00');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await rowOf(page, 'Pune Tools').getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Receipt Details' });
  await expect(details.getByRole('link', { name: /^INV-/ })).toHaveCount(12);
  await details.getByRole('link', { name: 'Open page' }).click();
  await expect(page).toHaveURL(/\/receipts\/\d+$/);
  await expect(details).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel Receipt' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Receipt' });
  await question.getByRole('button', { name: 'Cancel Receipt' }).click();
  await expectToast(page, 'Receipt cancelled successfully');
  expect(await balances()).toEqual(Array.from({ length: 12 }, () => 1180));

  await page.getByRole('link', { name: 'Payments' }).click();
  await rowOf(page, 'Pune Tools').first().getByRole('button', { name: 'View' }).click();
  const payment = page.getByRole('dialog', { name: 'Payment Details' });
  await payment.getByRole('link', { name: /^RCT-/ }).click();
  await expect(details).toContainText('Cancelled');
});

test('the credit of a paid invoice pays another, goes back with a voucher, and a set-off is reversed', {
  tag: '@rehearsal',
}, async ({ page, context, product }) => {
  await enter(context, product);
  const send = senderOf(context);
  const { id: customer_id } = await send('/customers', puneTools);
  const invoice = {
    customer_id,
    status: 'sent',
    tax_rate: 18,
    items: [{ description: 'Flange DN 50', quantity: 1, unit_price: 1000 }],
  };
  const paid = await send('/invoices', invoice);
  const owed = await send('/invoices', invoice);
  await send('/receipts', {
    customer_id,
    amount: 1180,
    payment_method: 'cash',
    allocations: [{ invoice_id: paid.id, amount: 1180 }],
  });
  await send('/credit-notes', {
    invoice_id: paid.id,
    reason: 'price',
    status: 'issued',
    items: [{ invoice_line_id: paid.items[0]?.id, quantity: 1, unit_price: 500 }],
  });

  await page.goto(`/invoices/${paid.id}`);
  await page.getByRole('button', { name: 'Use Credit' }).click();
  const use = page.getByRole('dialog', { name: 'Use Credit' });
  await expect(use).toContainText(`₹590.00 of credit is left on ${paid.invoice_number}`);
  const line = use.getByRole('group', { name: owed.invoice_number });
  await expect(line.getByRole('textbox')).toHaveCount(1);
  await expect(line.getByLabel('Amount')).toHaveValue('590.00');
  await line.getByLabel('Amount').fill('590.01');
  await expect(use).toContainText('Only ₹590.00 of credit is left on this invoice');
  await line.getByLabel('Amount').fill('90');
  await use.getByRole('button', { name: 'Use Credit' }).click();
  await expectToast(page, `Credit of ${paid.invoice_number} used successfully`);
  await expect(page.getByText('₹500.00', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Refund Credit' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund Credit' });
  await expect(refund.getByLabel('Amount')).toHaveValue('500');
  await refund.getByRole('button', { name: 'Refund Credit' }).click();
  await expectToast(page, `Credit of ${paid.invoice_number} refunded successfully`);
  await expect(page.getByRole('button', { name: 'Use Credit' })).toHaveCount(0);

  await page.goto('/payments');
  const details = page.getByRole('dialog', { name: 'Payment Details' });
  await rowOf(page, '-₹500.00').getByRole('button', { name: 'View' }).click();
  const saving = page.waitForEvent('download');
  await details.getByRole('button', { name: 'Download Voucher' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^RF-/);
  await page.keyboard.press('Escape');
  await rowOf(page, '-₹90.00').getByRole('button', { name: 'View' }).click();
  await details.getByRole('button', { name: 'Reverse Set-Off' }).click();
  const question = page.getByRole('dialog', { name: 'Reverse Set-Off' });
  await question.getByRole('button', { name: 'Reverse Set-Off' }).click();
  await expectToast(page, `Set-off of invoice ${paid.invoice_number} reversed successfully`);
  const response = await context.request.get(`/api/invoices/${paid.id}`);
  expect(await response.json()).toMatchObject({ data: { paid_amount: 680, customer_credit: 90 } });

  // TDS that becomes known after the money is a receipt of ₹0.
  const payment_date = await dayFrom(page, 0);
  await send('/payments', {
    invoice_id: owed.id,
    amount: 1080,
    payment_method: 'cash',
    payment_date,
  });
  await page.goto(`/invoices/${owed.id}`);
  await page.getByRole('button', { name: 'Record Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Record Receipt' });
  await receipt.getByLabel('Amount Received').fill('0');
  await receipt.getByRole('group', { name: owed.invoice_number }).getByLabel('TDS').fill('100');
  await receipt.getByRole('button', { name: 'Record Receipt' }).click();
  await expectToast(page, 'Receipt recorded successfully');
  const settled = await context.request.get(`/api/invoices/${owed.id}`);
  expect(await settled.json()).toMatchObject({ data: { tds_amount: 100, balance_due: 0 } });
});

test('the custom fields of a receipt are edited in its list and on its page, once there are any', {
  tag: '@rehearsal',
}, async ({ page, context, product }) => {
  await enter(context, product);
  const send = senderOf(context);
  const { id: customer_id } = await send('/customers', puneTools);
  const { id } = await send('/receipts', { customer_id, amount: 100, payment_method: 'cash' });
  await page.goto(`/receipts/${id}`);
  await expect(page.getByRole('button', { name: 'Allocate' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);

  await send('/custom-fields', { kind: 'receipts', label: 'Deposited By', type: 'text' });
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: /^Edit RCT-/ });
  await expect(form.getByLabel('Deposited By')).toBeFocused();
  await expect(form.getByRole('textbox')).toHaveCount(1);
  await form.getByLabel('Deposited By').fill('Ravi');
  await form.getByRole('button', { name: 'Save Receipt' }).click();
  await expectToast(page, 'Receipt updated successfully');
  await expect(page.getByText('Ravi')).toBeVisible();

  await page.goto('/receipts');
  await rowOf(page, 'RCT-').getByRole('button', { name: 'Edit' }).click();
  await expect(form.getByLabel('Deposited By')).toHaveValue('Ravi');
});
