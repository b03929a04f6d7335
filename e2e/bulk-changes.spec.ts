import { expect, expectAccessible, signIn, test } from './product';

interface Created {
  data: { id: number };
}

test('a bulk change is undone, and what changed since is named', async ({ page, product }) => {
  await signIn(page, 'admin', product.adminPassword);
  const ids: number[] = [];
  for (const company_name of ['Sahyadri Castings', 'Godavari Forgings', 'Narmada Tools']) {
    const lead = { company_name, contact_person: 'Meera Kulkarni' };
    const created = (await (
      await page.request.post('/api/leads', { data: lead })
    ).json()) as Created;
    ids.push(created.data.id);
  }
  const change = { ids, action: 'update', values: { city: 'Pune' } };
  await page.request.post('/api/bulk/leads', { data: change });
  await page.request.put(`/api/leads/${ids[1]}`, { data: { country: 'India' } });
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Bulk Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Bulk Changes' })).toBeVisible();
  await expect(page.getByText('Leads changed: City')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Undo Bulk Change' });
  await expect(question).toContainText('3 records will be restored');
  await question.getByRole('button', { name: 'Undo' }).click();
  const outcome = page.getByRole('dialog', { name: 'Some records could not be restored' });
  await expect(outcome).toContainText('2 records restored. 1 record not restored:');
  await expect(outcome.getByRole('listitem')).toContainText(['Godavari Forgings']);
  await expectAccessible(page);
  await outcome.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Undone: Leads changed: City')).toBeVisible();
});
