import { cellOf, expectToast, pick, rowOf, statusColumn } from './orders';
import { enter, expect, expectAccessible, test } from './product';
import { chooseMore } from './row-actions';

test('a quotation is prepared with an option, accepted, and becomes an order', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const make = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.status(), await response.text()).toBe(201);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  await make('/customers', { company_name: 'Deccan Pumps', contact_person: 'Bo Li' });
  const goods = (product_name: string, sku_code: string, unit_price: number) =>
    make('/products', { product_name, sku_code, unit_price, stock_quantity: 50 });
  await goods('Gear pump', 'GP-75', 1000);
  await goods('Seal kit', 'SK-75', 50);
  const lead = await make('/leads', { company_name: 'Kaveri Looms', contact_person: 'Asha Rao' });

  await page.goto('/quotations');
  await page.getByRole('button', { name: 'Create Your First Quotation' }).click();
  const form = page.getByRole('dialog', { name: 'New Quotation' });
  await pick(page, form.getByRole('combobox', { name: 'Customer' }), 'deccan', 'Deccan Pumps');
  const first = form.getByRole('group', { name: 'Item 1' });
  await pick(page, first.getByRole('combobox', { name: 'Product' }), 'gear', 'Gear pump');
  await first.getByLabel('Quantity').fill('2');
  await form.getByRole('button', { name: 'Add Item' }).click();
  const second = form.getByRole('group', { name: 'Item 2' });
  await pick(page, second.getByRole('combobox', { name: 'Product' }), 'seal', 'Seal kit');
  await expect(form.getByText('₹2,255.00')).toBeVisible();
  await second.getByRole('checkbox', { name: 'Option' }).check();
  await expect(form.getByText('₹2,200.00')).toBeVisible();
  await form.getByLabel('Cover Text').fill('Thank you for your inquiry.');
  await form.getByRole('checkbox', { name: 'Keep as template' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Quotation' }).click();
  await expectToast(page, 'Quotation created successfully');
  await expect(cellOf(page, 'Deccan Pumps', 'total_amount')).toHaveText('₹2,200.00');

  // What was sent is locked, but for notes, reference and template.
  const row = rowOf(page, 'Deccan Pumps');
  await chooseMore(row, 'Mark as Sent');
  const sending = page.getByRole('dialog', { name: 'Mark as Sent' });
  await sending.getByRole('button', { name: 'Mark as Sent' }).click();
  await expect(cellOf(page, 'Deccan Pumps', 'status')).toHaveText('Sent');
  await chooseMore(row, 'Edit');
  const locked = page.getByRole('dialog', { name: 'Edit Quotation' });
  await expect(
    locked.getByText(/This quotation is sent: only its reference and notes/),
  ).toBeVisible();
  await expect(locked.getByLabel('Cover Text')).toHaveAttribute('readonly', '');
  await locked.getByLabel('Internal Notes').fill('Called on Monday');
  await locked.getByRole('button', { name: 'Update Quotation' }).click();
  await expectToast(page, 'Quotation updated successfully');

  await row.getByRole('button', { name: 'Accept' }).click();
  const accepting = page.getByRole('dialog', { name: 'Accept Quotation' });
  await accepting.getByLabel('Purchase Order').fill('PO 4711');
  await accepting.getByRole('button', { name: 'Accept Quotation' }).click();
  await expect(cellOf(page, 'Deccan Pumps', 'status')).toHaveText('Accepted');
  await row.getByRole('button', { name: 'Create Order' }).click();
  const ordering = page.getByRole('dialog', { name: 'Create Order' });
  await ordering.getByRole('button', { name: 'Create Order' }).click();
  await expect(cellOf(page, 'Deccan Pumps', 'status')).toHaveText('Ordered');
  await row.getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Quotation Details' });
  await expect(details.getByText('PO 4711')).toBeVisible();
  await expect(details.getByText('Options (1)')).toBeVisible();
  await details.getByRole('link', { name: /^ORD-/ }).click();
  const order = page.getByRole('dialog', { name: 'Order Details' });
  await expect(order.getByText('PO 4711')).toBeVisible();
  await expect(order.getByText('Items (1)')).toBeVisible();

  // A lead's quotation begins with the template, and ordering before the lead has accepted needs a confirmation.
  await page.goto(`/leads/${lead}`);
  await page.getByRole('button', { name: 'Create Quotation' }).click();
  const next = page.getByRole('dialog', { name: 'Create Quotation for Kaveri Looms' });
  await pick(page, next.getByRole('combobox', { name: 'Start from Template' }), 'qtn', 'QTN-');
  await expect(next.getByLabel('Cover Text')).toHaveValue('Thank you for your inquiry.');
  await next.getByRole('button', { name: 'Create Quotation' }).click();
  await expectToast(page, 'Quotation created successfully');
  await page.getByRole('tab', { name: 'Quotations' }).click();
  await page.getByRole('link', { name: /^QTN-/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Sent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Sent' }).click();
  await page.getByRole('button', { name: 'Kanban', exact: true }).click();
  await expect(statusColumn(page, 'Sent').getByText('Kaveri Looms')).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await rowOf(page, 'Kaveri Looms').getByRole('button', { name: 'Create Order' }).click();
  await expect(
    ordering.getByText('The customer has not accepted yet. Create the order anyway?'),
  ).toBeVisible();
  await ordering.getByRole('button', { name: 'Create Order' }).click();
  await expect(cellOf(page, 'Kaveri Looms', 'status')).toHaveText('Ordered');

  // Lead and customer name each other, and both have all documents.
  const expectDocuments = async () => {
    await page.getByRole('tab', { name: 'Documents' }).click();
    await expect(page.getByRole('link', { name: /^QTN-/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^ORD-/ })).toBeVisible();
    await expectAccessible(page);
  };
  await page.goto(`/leads/${lead}`);
  await expectDocuments();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('link', { name: 'Open customer' }).click();
  const glance = page.getByRole('region', { name: 'At a Glance' });
  await expect(glance.getByRole('link', { name: 'Kaveri Looms' })).toHaveAttribute(
    'href',
    `/leads/${lead}`,
  );
  await expectDocuments();
});
