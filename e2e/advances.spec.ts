import type { Locator, Page } from '@playwright/test';
import { cellOf, rowOf } from './orders';
import { enter, expect, expectAccessible, test } from './product';
import { chooseMore } from './row-actions';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

test('an order is paid in advance, its invoice takes of it, and the rest is given back', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await context.request[method](`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data;
  };
  const seller = { billing_address: '2 Ring Road', city: 'Pune', zip_code: '411002' };
  const tax_id = '27AAPFU0939F1ZV';
  await send('put', '/billing/profile', { company_name: 'Deccan Pumps', tax_id, ...seller });
  await send('put', '/settings', { tax_mode: 'gst' });
  const classes = await context.request.get('/api/tax-classes');
  const { data } = (await classes.json()) as { data: { id: number; name: string }[] };
  const tax_class_id = data.find(({ name }) => name === 'GST 18%')?.id;
  const customer = await send('post', '/customers', {
    company_name: 'Pune Tools',
    contact_person: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9876543210',
    gst_category: 'regular',
    gstin: '27AABCU9603R1ZN',
    billing_address: '1 Mill Road',
    city: 'Pune',
    postal_code: '411001',
  });
  const service = await send('post', '/services', {
    service_name: 'Installation',
    service_type: 'Product Installation',
    hsn_code: '998732',
    tax_class_id,
  });
  const order = await send('post', '/orders', {
    customer_id: customer.id,
    services: [{ service_id: service.id, quantity: 1, unit_price: 1000 }],
  });
  await send('put', `/orders/${order.id}/status`, { status: 'confirmed' });

  await page.goto('/orders');
  await chooseMore(rowOf(page, 'Pune Tools'), 'Record Advance');
  const form = dialog(page, 'Record Advance');
  await form.getByLabel('Amount').fill('590');
  await expect(form.getByRole('row', { name: 'CGST' })).toContainText('₹45.00');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Record Advance' }).click();
  await expect(page.getByText(/Advance recorded with receipt voucher RV-/)).toBeVisible();

  await page.getByRole('link', { name: 'Advances' }).click();
  await expect(cellOf(page, 'Pune Tools', 'voucher_number')).toContainText('RV-');
  await page.getByRole('button', { name: 'Record Advance' }).click();
  const other = dialog(page, 'Record Advance');
  await expect(other.getByLabel('Paid For')).toHaveValue('services');
  await page.keyboard.press('Escape');
  await rowOf(page, 'Pune Tools').getByRole('button', { name: 'Refund' }).click();
  const refund = dialog(page, 'Refund Advance');
  await refund.getByLabel('Amount').fill('118');
  await refund.getByRole('button', { name: 'Refund Advance' }).click();
  await expect(cellOf(page, 'Pune Tools', 'balance')).toContainText('₹472.00');

  await page.goto('/orders');
  await rowOf(page, 'Pune Tools').getByRole('button', { name: 'Generate Invoice' }).click();
  const invoice = dialog(page, /Invoice/);
  await invoice.getByRole('button', { name: /Create|Generate/ }).click();
  await page.goto('/invoices');
  await chooseMore(rowOf(page, 'Pune Tools'), 'Issue');
  await dialog(page, 'Issue Invoice').getByRole('button', { name: 'Issue Invoice' }).click();
  await expect(cellOf(page, 'Pune Tools', 'status')).toContainText('Partially Paid');

  await page.goto('/advances');
  await rowOf(page, 'Pune Tools').getByRole('button', { name: 'View' }).click();
  const details = dialog(page, 'Advance Details');
  await expect(details.getByRole('link', { name: /^INV-/ })).toBeVisible();
  await expect(details.getByRole('button', { name: /^Download RF-/ })).toBeVisible();
  await expectAccessible(page);
});
