import {
  card,
  cellOf,
  change,
  company,
  editorOf,
  makeCustomer,
  openCustomers,
  rowOf,
} from '../customers-page';
import { enter, expect, outsider, test } from '../product';

test('a second browser sees every change within a second', async ({ browser, page, product }) => {
  await openCustomers(page, product);
  const other = await outsider(browser, product);
  await openCustomers(other, product);
  await expect(other.getByText('No customers found')).toBeVisible();
  const soon = { timeout: 1000 };
  const id = await makeCustomer(page);
  await expect(rowOf(other, company)).toBeVisible(soon);
  await change(page, id, { phone: '98200 12345', is_active: false });
  await expect(rowOf(other, company)).toContainText('98200 12345', soon);
  await expect(card(other, 'Active Customers')).toContainText('0', soon);
  expect((await page.request.delete(`/api/customers/${id}`)).status()).toBe(200);
  await expect(other.getByText('No customers found')).toBeVisible(soon);
});

test('two people who edit one customer lose nothing that they typed', async ({ page, product }) => {
  await openCustomers(page, product);
  const id = await makeCustomer(page);
  await expect(rowOf(page, company)).toBeVisible();
  const editor = await editorOf(page, 'phone', 'Phone');
  await editor.fill('98200 11111');
  await change(page, id, { phone: '98200 22222', contact_person: 'Ravi Iyer' });
  await expect(cellOf(page, 'contact_person')).toHaveText('Ravi Iyer');
  await editor.press('Enter');
  await expect(cellOf(page, 'phone').getByRole('alert')).toContainText('“98200 22222”');
  await expect(editor).toHaveValue('98200 11111');
  await editor.press('Enter');
  await expect(cellOf(page, 'phone')).toHaveText('98200 11111');

  await editorOf(page, 'phone', 'Phone');
  await editor.fill('98200 33333');
  await change(page, id, { is_active: false });
  expect((await page.request.delete(`/api/customers/${id}`)).status()).toBe(200);
  await expect(card(page, 'Total Customers')).toContainText('0');
  await editor.press('Enter');
  const message =
    'This customer was deleted by someone else. Copy your text before you press Escape.';
  await expect(cellOf(page, 'phone').getByRole('alert')).toHaveText(message);
  await expect(page.getByText(`Failed to update customer: ${message}`)).toBeVisible();
  await expect(editor).toHaveValue('98200 33333');
  await editor.press('Escape');
  await expect(page.getByText('No customers found')).toBeVisible();
});

test('an edit of an older version overwrites nothing', async ({ page, product }) => {
  // Without the live channel this page learns of no change.
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await enter(page, product);
  const id = await makeCustomer(page);
  await page.goto('/customers');
  const editor = await editorOf(page, 'phone', 'Phone');
  await editor.fill('98200 11111');
  await change(page, id, { contact_person: 'Ravi Iyer' });
  await editor.press('Enter');
  await expect(page.getByText('Customer updated successfully')).toBeVisible();
  await expect(cellOf(page, 'phone')).toHaveText('98200 11111');
  await expect(cellOf(page, 'contact_person')).toHaveText('Ravi Iyer');

  await editorOf(page, 'phone', 'Phone');
  await editor.fill('98200 22222');
  await change(page, id, { phone: '98200 33333' });
  await editor.press('Enter');
  const message =
    'Someone else changed this to “98200 33333”. Press Enter to keep your value or Escape to keep theirs.';
  await expect(cellOf(page, 'phone').getByRole('alert')).toHaveText(message);
  await expect(editor).toHaveValue('98200 22222');
  await editor.press('Enter');
  await expect(cellOf(page, 'phone')).toHaveText('98200 22222');
});
