import { client, enter, expect, expectAccessible, test } from './product';

test('an order is taxed line by line while it is typed, and changing over is one list', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const admin = await client(product);
  const post = async (path: string, data: object) => {
    const response = await admin.post(`/api${path}`, { data });
    const { data: created } = (await response.json()) as { data: { id: number } };
    return created.id;
  };
  const customer_id = await post('/customers', {
    company_name: 'Mandovi Marine Works',
    contact_person: 'Rui Naik',
    gst_category: 'unregistered',
    state_code: '30',
  });
  const product_id = await post('/products', {
    product_name: 'Deck Anchor',
    sku_code: 'DA-1',
    unit_price: 200,
    unit_of_measure: 'each',
  });
  await post('/orders', { customer_id, items: [{ product_id, quantity: 1, unit_price: 200 }] });
  const identity = { tax_id: '27AAPFU0939F1ZV', company_name: 'Deccan Fasteners' };
  await admin.put('/api/billing/profile', { data: identity });
  await admin.put('/api/settings', { data: { tax_mode: 'gst' } });

  await page.goto('/changing-to-gst');
  const goods = page.getByRole('region', { name: 'Products (1)' });
  await expect(goods.getByText('HSN or SAC code · Tax class')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Open Orders (1)' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/orders');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const form = page.getByRole('dialog', { name: /Edit Order/ });
  await expect(form.getByText('The buyer is in Goa (30)')).toBeVisible();
  await form.getByLabel('Discount (%)').fill('10');
  await form.getByLabel('HSN/SAC').fill('73');
  await form.getByLabel('HSN/SAC').blur();
  await form.getByLabel('Tax Class').selectOption({ label: 'GST 18%' });
  await expect(form.getByText('HSN code must have 4, 6 or 8 digits')).toBeVisible();
  await form.getByLabel('HSN/SAC').fill('7316');
  await form.getByRole('button', { name: 'Explain amounts' }).click();
  const explained = form.getByRole('region', { name: 'How the amounts are calculated' });
  await expect(explained).toContainText('less 10% = ₹20.00: taxable ₹180.00');
  await expect(explained).toContainText('IGST 18% of ₹180.00 = ₹32.40');
  await form.getByLabel('Place of Supply').selectOption('27');
  await expect(explained).toContainText('CGST 9% of ₹180.00 = ₹16.20');
  await form.getByLabel('Place of Supply').selectOption('');
  await expect(form.getByText('₹212.40')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Update Order' }).click();
  const question = page.getByRole('dialog', { name: 'Update Order' });
  await expect(question).toContainText('₹212.40 with tax?');
  await question.getByRole('button', { name: 'Update Order' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByText('HSN 7316 · each · less ₹20.00 · 18%')).toBeVisible();
  await expect(details.getByText('Goa (30)')).toBeVisible();
  await page.goto('/changing-to-gst');
  await expect(goods).toBeVisible();
  await expect(page.getByRole('region', { name: /Open Orders/ })).toBeHidden();
});
