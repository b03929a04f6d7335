import { enter, expect, expectAccessible, test } from './product';
import { chooseMore } from './row-actions';

test('a month is looked at, downloaded and marked as filed', async ({ page, context, product }) => {
  await enter(context, product);
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const response = await context.request[method](`/api${path}`, { data });
    expect(response.ok()).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data;
  };
  const address = { billing_address: '1 Mill Road', city: 'Pune', postal_code: '411001' };
  const gstin = '27AAPFU0939F1ZV';
  const seller = { billing_address: '2 Ring Road', city: 'Pune', zip_code: '411002' };
  await send('put', '/billing/profile', { company_name: 'Deccan', tax_id: gstin, ...seller });
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
    ...address,
  });
  const service = { hsn_code: '9987', tax_class_id };
  const invoice = await send('post', '/invoices', {
    customer_id: customer.id,
    items: [{ description: 'Repair', quantity: 2, unit_price: 500, ...service }],
  });
  await send('put', `/invoices/${invoice.id}/status`, { status: 'sent' });

  await send('post', '/advances', {
    customer_id: customer.id,
    supply: 'services',
    amount: 118,
    tax_rate: 18,
    payment_method: 'bank_transfer',
  });

  await page.goto('/');
  await page.getByRole('link', { name: 'GST Returns' }).click();
  const month = page.getByLabel('Month', { exact: true });
  await month.selectOption({ index: 0 });
  const tables = page.getByRole('table', { name: 'Tables' });
  await expect(tables.getByRole('row').filter({ hasText: 'Documents of the month' })).toContainText(
    '₹1,000.00',
  );
  await expect(page.getByRole('row').filter({ hasText: 'Pune Tools' })).toContainText('₹90.00');
  await page.getByRole('button', { name: '12: HSN summary' }).click();
  await expect(page.getByRole('heading', { name: '12: HSN summary' })).toBeVisible();
  const shown = page.url();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice Management' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(shown);
  await expect(month.locator('option:checked')).toHaveJSProperty('index', 0);
  await expect(page.getByRole('heading', { name: '12: HSN summary' })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'XML for Tally' }).click();
  expect((await download).suggestedFilename()).toMatch(/^tally-20\d\d-\d\d\.xml$/);
  await page.getByRole('button', { name: 'Mark as Filed' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Mark as Filed' })
    .click();
  await expect(page.getByText('Nothing has changed since.')).toBeVisible();
  await page.getByRole('link', { name: 'Advances' }).click();
  await chooseMore(page.locator('[data-row="0"]'), 'Cancel Advance');
  const ofAdvance = page.getByRole('dialog', { name: 'Cancel Advance' });
  await expect(
    ofAdvance.getByText(/is filed with it, so the return must be amended\.$/),
  ).toBeVisible();
  await ofAdvance.getByRole('button', { name: 'Keep Advance' }).click();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const selected = page.getByRole('region', { name: 'Selected rows' });
  await selected.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit / });
  await edit.getByLabel('Field').selectOption('Status');
  await edit.getByLabel('Status', { exact: true }).selectOption('Cancelled');
  await expect(edit.getByRole('status')).toContainText('is filed with 1 of them');
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await page.keyboard.press('Escape');
  await chooseMore(page.locator('[data-row="0"]'), 'Cancel Invoice');
  const question = page.getByRole('dialog', { name: 'Cancel Invoice' });
  await expect(
    question.getByText(/is filed with it, so the return must be amended\.$/),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Cancel Invoice' }).click();
  await expect(page.getByText(/ cancelled successfully$/)).toBeVisible();
  await page.getByRole('link', { name: 'GST Returns' }).click();
  await month.selectOption({ index: 0 });
  await expect(page.getByText('Cancelled after the month was filed')).toBeVisible();
});
