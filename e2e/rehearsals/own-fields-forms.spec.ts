import type { Locator, Page } from '@playwright/test';
import { expectToast, pick, rowOf, test } from '../orders';
import { expect, expectAccessible } from '../product';
import { chooseMore } from '../row-actions';

interface Stored {
  id: number;
  custom: object;
}

/** Calls of the signed-in person. */
function callsOf(page: Page) {
  const call = async (method: string, path: string, data?: object) => {
    const response = await page.request.fetch(`/api${path}`, { method, ...(data ? { data } : {}) });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: unknown }).data;
  };
  return {
    add: async (path: string, data: object) => (await call('POST', path, data)) as Stored,
    change: async (path: string, data: object) => (await call('PUT', path, data)) as Stored,
    newest: async (path: string) => ((await call('GET', path)) as Stored[])[0],
    get: async (path: string) => (await call('GET', path)) as Stored,
  };
}

const section = 'Additional Information';

/** The last heading of a form. */
async function expectOwnLast(form: Locator): Promise<void> {
  await expect(form.locator('legend').last()).toHaveText(section);
}

test('payments, receipts and deliveries are recorded with own fields, required ones too', async ({
  page,
  orders,
}) => {
  test.slow();
  const { add, change, newest } = callsOf(page);
  const text = { type: 'text' };
  for (const kind of ['payments', 'receipts'])
    await add('/custom-fields', { kind, label: 'Zed Ref', ...text, required: true });
  await add('/custom-fields', { kind: 'deliveries', label: 'Gate Pass', ...text, required: true });
  for (const kind of ['orders', 'deliveries'])
    for (const label of ['Lane', 'Seal'])
      await add('/custom-fields', { kind, label, ...text, is_printed: label === 'Seal' });
  const items = [{ description: 'Flange', quantity: 1, unit_price: 1000 }];
  const invoice = { customer_id: orders.customer.id, items, tax_rate: 0, status: 'sent' };
  const { id } = await add('/invoices', invoice);
  await add('/custom-fields', { kind: 'invoices', label: 'Shelf', ...text });
  await add('/custom-fields', { kind: 'invoices', label: 'Mark', ...text, is_printed: true });
  await change(`/invoices/${id}`, { custom: { shelf: 'A' } });

  await page.goto('/invoices');
  await rowOf(page, 'Deccan Pumps').getByRole('button', { name: 'Payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record Payment' });
  await expectOwnLast(payment);
  await payment.getByLabel('Amount', { exact: true }).fill('100');
  await expect(payment.getByRole('button', { name: 'Record Payment' })).toBeDisabled();
  await payment.getByLabel('Zed Ref').fill('Z-1');
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Record Payment' }).click();
  await expectToast(page, 'Payment recorded successfully!');
  expect((await newest('/payments'))?.custom).toEqual({ zed_ref: 'Z-1' });

  await page.goto('/receipts');
  await page.getByRole('button', { name: 'Record Receipt' }).first().click();
  const receipt = page.getByRole('dialog', { name: 'Record Receipt' });
  await pick(page, receipt.getByRole('combobox', { name: 'Customer' }), 'deccan', 'Deccan Pumps');
  await receipt.getByLabel('Amount Received').fill('200');
  await expectOwnLast(receipt);
  await receipt.getByLabel('Zed Ref').fill('Z-2');
  await receipt.getByRole('button', { name: 'Record Receipt' }).click();
  await expectToast(page, 'Receipt recorded successfully');
  expect((await newest('/receipts'))?.custom).toEqual({ zed_ref: 'Z-2' });

  const custom = { lane: 'North', seal: 'S-7' };
  const order = await orders.add({ status: 'confirmed', custom });
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  const delivery = page.getByRole('dialog', { name: 'Deliver' });
  await expect(delivery.getByLabel('Seal')).toHaveValue('S-7');
  await expectOwnLast(delivery);
  await delivery.getByLabel('Lane').fill('');
  await delivery.getByRole('button', { name: 'Dispatch' }).click();
  await expectToast(page, 'Delivery dispatched successfully!');
  const sent = await newest('/deliveries');
  expect(sent?.custom).toEqual({ seal: 'S-7' });

  // What is printed is fixed, the others change on the page and in the form.
  await page.goto(`/deliveries/${sent?.id}`);
  await expect(page.getByText('Missing: Gate Pass')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Seal' })).toBeHidden();
  await page.getByRole('button', { name: 'Change Lane' }).click();
  await page.getByRole('textbox', { name: 'Lane' }).fill('South');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Delivery updated successfully!');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edited = page.getByRole('dialog', { name: /^Edit Delivery/ });
  await expect(edited.getByLabel('Seal')).toBeDisabled();
  await edited.getByLabel('Lane').fill('East');
  await expectAccessible(page);
  await edited.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Delivery updated successfully!');
  await expect(page.getByRole('definition').filter({ hasText: 'East' })).toBeVisible();
  await page.goto(`/invoices/${id}`);
  await expect(page.getByRole('button', { name: 'Change Mark' })).toBeHidden();
  await page.getByRole('button', { name: 'Change Shelf' }).click();
  await page.getByRole('textbox', { name: 'Shelf' }).fill('B');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Invoice updated successfully');
});

test('a default can be taken away, and what was not required before stays empty', async ({
  page,
  orders,
}) => {
  test.slow();
  const { add, change, get, newest } = callsOf(page);
  const customer = `/customers/${orders.customer.id}`;
  await page.goto('/custom-fields');
  const form = page.getByRole('dialog', { name: 'Add Field' });
  const begin = async (label: string, type: string) => {
    await page.getByRole('button', { name: 'Add Field' }).click();
    await form.getByLabel('Label').fill(label);
    await form.getByLabel('Type').selectOption(type);
  };
  const end = async () => {
    await form.getByRole('button', { name: 'Create Field' }).click();
    await expect(form).toBeHidden();
  };
  await begin('Grade', 'Choice');
  await form.getByRole('button', { name: 'Add Choice' }).click();
  await form.getByRole('textbox', { name: 'Choice 1', exact: true }).fill('EN24');
  await form.getByLabel('Default').selectOption('EN24');
  await expectAccessible(page);
  await end();
  await begin('Is Hot', 'Yes or No');
  await form.getByLabel('Default').selectOption('Yes');
  await end();
  await begin('Due', 'Date');
  await form.getByLabel('Default').fill('31/12/2026');
  await end();
  await rowOf(page, 'Is Hot').getByRole('button', { name: 'Turn Off' }).click();
  await expect(rowOf(page, 'Is Hot').getByRole('gridcell').first()).toHaveText('Is HotOff');

  await page.goto('/leads');
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  const lead = page.getByRole('dialog', { name: 'Create New Lead' });
  await lead.getByLabel('Company Name').fill('Konkan Castings');
  await lead.getByLabel('Contact Person').fill('Meera Kulkarni');
  await lead.getByLabel('Email').fill('meera@konkan.example');
  await expect(lead.getByLabel('Grade')).toHaveValue('EN24');
  await lead.getByLabel('Grade').selectOption('');
  await expect(lead.getByLabel('Due')).toHaveValue(/2026/);
  await lead.getByRole('button', { name: 'Create Lead' }).click();
  await expect(lead).toBeHidden();
  const created = await newest('/leads');
  expect(created?.custom).toEqual({ due: '2026-12-31' });
  await change(`/leads/${created?.id}`, { custom: { grade: 'EN24' } });
  await page.goto(`/leads/${created?.id}?tab=timeline`);
  const change1 = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first();
  await expect(change1).toContainText('Grade');
  await expect(change1).toContainText('EN24');
  await expect(change1).not.toContainText('grade');

  await add('/custom-fields', { kind: 'customers', label: 'Plant', type: 'text', required: true });
  const zone = { kind: 'customers', label: 'Zone', type: 'text', required: true };
  await change(customer, { custom: { plant: 'Pune' } });
  await add('/custom-fields', zone);
  await page.goto(customer);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Customer' });
  await edit.getByLabel('City').fill('Nashik');
  await edit.getByLabel('Plant').fill('');
  await expect(edit.getByRole('button', { name: 'Save Customer' })).toBeDisabled();
  await edit.getByLabel('Plant').fill('Pune');
  await edit.getByRole('button', { name: 'Save Customer' }).click();
  await expect(edit).toBeHidden();
  expect(await get(customer)).toMatchObject({ city: 'Nashik', custom: { plant: 'Pune' } });

  await add('/custom-fields', { kind: 'price_lists', label: 'Season', type: 'text' });
  await page.goto('/price-lists');
  await page.getByRole('button', { name: 'New Price List' }).first().click();
  await expectOwnLast(page.getByRole('dialog', { name: 'New Price List' }));

  for (const [label, is_printed] of [
    ['Machine', true],
    ['Shelf', false],
  ])
    await add('/custom-fields', { kind: 'quotations', label, type: 'text', is_printed });
  const { id } = await add('/quotations', {
    customer_id: orders.customer.id,
    items: [{ product_id: orders.product.id, quantity: 1, unit_price: 10 }],
    custom: { machine: 'VMC 850' },
  });
  await change(`/quotations/${id}/status`, { status: 'sent' });
  await page.goto('/quotations');
  await chooseMore(rowOf(page, 'Deccan Pumps'), 'Edit');
  const quotation = page.getByRole('dialog', { name: 'Edit Quotation' });
  await expect(quotation.getByLabel('Machine')).toBeDisabled();
  await quotation.getByLabel('Shelf').fill('B');
  await quotation.getByRole('button', { name: 'Update Quotation' }).click();
  await expectToast(page, 'Quotation updated successfully');
});

test('an own field that waits for the connection is shown in its list', async ({
  page,
  context,
  orders,
}) => {
  const { add, change } = callsOf(page);
  await add('/custom-fields', { kind: 'customers', label: 'Plant', type: 'text' });
  await change(`/customers/${orders.customer.id}`, { custom: { plant: 'Pune' } });
  await page.goto(`/customers/${orders.customer.id}`);
  await page.getByRole('button', { name: 'Change Plant' }).click();
  await expect(async () => {
    await page.keyboard.press('Shift');
    const files = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(files.filter((each) => /WaitingDialogs.*js$/.test(each))).not.toEqual([]);
  }).toPass();
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('textbox', { name: 'Plant' }).fill('Nashik');
  await page.keyboard.press('Enter');
  const value = page.getByRole('definition').filter({ hasText: 'Nashik' });
  await expect(value.getByRole('img', { name: 'Waiting for the connection' })).toBeVisible();
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(value.getByRole('img')).toBeHidden();
});
