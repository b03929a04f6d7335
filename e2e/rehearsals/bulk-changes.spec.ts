import { enter, expect, expectAccessible, test } from '../product';

interface Created {
  data: { id: number };
}

test('a bulk change is undone, and what changed since is named', async ({ page, product }) => {
  await enter(page, product);
  await page.goto('/');
  const ids: number[] = [];
  for (const company_name of ['Sahyadri Castings', 'Godavari Forgings', 'Narmada Tools']) {
    const lead = { company_name, contact_person: 'Meera Kulkarni' };
    const created = (await (
      await page.request.post('/api/leads', { data: lead })
    ).json()) as Created;
    ids.push(created.data.id);
  }
  const field = { kind: 'leads', label: 'Machine Model', type: 'text' };
  await page.request.post('/api/custom-fields', { data: field });
  const values = { city: 'Pune', custom: { machine_model: 'VMC 850' } };
  const change = { ids, action: 'update', values };
  await page.request.post('/api/bulk/leads', { data: change });
  await page.request.put(`/api/leads/${ids[1]}`, { data: { country: 'India' } });
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Bulk Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Bulk Changes' })).toBeVisible();
  await expect(page.getByText('Leads changed: City, Machine Model')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Undo Bulk Change' });
  await expect(question).toContainText('Leads changed: City, Machine Model');
  await expect(question).toContainText('3 records will be restored');
  await question.getByRole('button', { name: 'Undo' }).click();
  const outcome = page.getByRole('dialog', { name: 'Some records could not be restored' });
  await expect(outcome).toContainText('2 records restored. 1 record not restored:');
  await expect(outcome.getByRole('listitem')).toContainText(['Godavari Forgings']);
  await expectAccessible(page);
  await outcome.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Undone: Leads changed: City, Machine Model')).toBeVisible();
});

test.describe('with sample data', () => {
  test.use({ sampleData: true });

  test('each list offers only fields that its bulk change takes', async ({ page, product }) => {
    test.slow();
    await enter(page, product);
    const lists = {
      leads: '/leads?layout=list',
      customers: '/customers',
      products: '/inventory/products',
      services: '/services',
      price_lists: '/price-lists',
      quotations: '/quotations?layout=list',
      orders: '/orders',
      invoices: '/invoices',
      vendors: '/vendors',
      'purchase-orders': '/purchase-orders',
      'goods-receipts': '/goods-receipts',
      bills: '/bills',
      deliveries: '/deliveries',
      transfers: '/transfers',
      counts: '/counts',
      lots: '/lots',
    };
    for (const [list, path] of Object.entries(lists)) {
      await page.goto(path);
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      const bar = page.getByRole('region', { name: 'Selected rows' });
      await bar.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: /^Edit 1 [a-z ]+$/ });
      const options = dialog.getByLabel('Field').locator('option');
      await expect(options.first()).toBeAttached();
      const fields = await options.evaluateAll((all) =>
        all.map((each) => each.getAttribute('value')),
      );
      const refused: string[] = [];
      for (const name of fields) {
        const [own, key = ''] = (name ?? '').split('.');
        const values = own === 'custom' ? { custom: { [key]: {} } } : { [name ?? '']: {} };
        const data = { ids: [1], action: 'update', values };
        const response = await page.request.post(`/api/bulk/${list}`, { data });
        if ((await response.text()).includes('Unknown field')) refused.push(`${name}`);
      }
      expect(refused, list).toEqual([]);
    }
  });
});
