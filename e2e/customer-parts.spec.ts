import { client, enter, expect, expectAccessible, test } from './product';

test('a customer by GST is added as its GSTIN reads, and gets addresses and contacts', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const admin = await client(product);
  await admin.put('/api/settings', { data: { tax_mode: 'gst' } });
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Customer' });
  await form.getByLabel('Company Name').fill('Godavari Forge');
  await form.getByLabel('Contact Person').fill('Asha Verma');
  await form.getByLabel('GSTIN').fill('27aapfu0939f1zw');
  await expect(form.getByText(/This GSTIN is not valid/)).toBeVisible();
  await form.getByLabel('GSTIN').fill('27aapfu0939f1zv');
  await expect(form.getByText('Maharashtra (27), PAN AAPFU0939F')).toBeVisible();
  await expect(form.getByLabel('State for GST')).toHaveValue('27');
  await form.getByLabel('State for GST').selectOption('30');
  await expect(form.getByText(/not from Goa \(30\)/)).toBeVisible();
  await form.getByLabel('State for GST').selectOption('27');
  await form.getByLabel('Postal Code').fill('560');
  await expect(form.getByText(/start with 56 are in Karnataka \(29\)/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Customer' }).click();
  await expect(form).toBeHidden();

  const row = page.getByRole('row').filter({ hasText: 'Godavari Forge' });
  await row.getByLabel('View').click();
  const details = page.getByRole('dialog', { name: 'Customer Details' });
  const address = page.getByRole('dialog', { name: 'Add Address' });
  const plants = { 'Plant 1': '27', 'Plant 2': '30' };
  for (const [label, state] of Object.entries(plants)) {
    await details.getByRole('button', { name: 'Add Address' }).click();
    await address.getByLabel('Label').fill(label);
    await address.getByLabel('State').selectOption(state);
    if (label === 'Plant 2') await address.getByLabel('Default for Shipping').check();
    await address.getByRole('button', { name: 'Save Address' }).click();
    await expect(address).toBeHidden();
  }
  const item = (name: string) => details.getByRole('listitem').filter({ hasText: name });
  await expect(item('Plant 1')).toContainText('Billing');
  await expect(item('Plant 1')).not.toContainText('Shipping');
  await expect(item('Plant 2')).toContainText('Shipping');

  await details.getByRole('button', { name: 'Edit Plant 2' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Address' });
  await edited.getByLabel('Default for Shipping').uncheck();
  await edited.getByRole('button', { name: 'Save Address' }).click();
  await expect(edited.getByRole('alert')).toContainText('Make another one the default first');
  await edited.getByLabel('Default for Shipping').check();
  await edited.getByLabel('Default for Billing').check();
  await edited.getByRole('button', { name: 'Save Address' }).click();
  await expect(item('Plant 1')).not.toContainText('Billing');
  await details.getByRole('button', { name: 'Delete Plant 2' }).click();
  await page.getByRole('button', { name: 'Delete Address' }).click();
  await expect(item('Plant 2')).toBeHidden();
  await expect(item('Plant 1')).toContainText('BillingShipping');

  await details.getByRole('button', { name: 'Add Contact' }).click();
  const contact = page.getByRole('dialog', { name: 'Add Contact' });
  await contact.getByLabel('Name').fill('Bo Li');
  await contact.getByLabel('Email').fill('bo@godavari.example');
  await contact.getByLabel('Gets Invoices').check();
  await contact.getByRole('button', { name: 'Save Contact' }).click();
  await expect(contact).toBeHidden();
  await page.reload();
  await row.getByLabel('View').click();
  await expect(item('Bo Li')).toContainText('PrimaryGets invoices');
  await expectAccessible(page);
});
