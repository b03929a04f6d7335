import { openLeads, rowOf, test } from './leads';
import { expect } from './product';

test('a record that cannot be shown leaves the others where they are', async ({ page, leads }) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await leads.add({ company_name: 'Damaged Works' });
  // No call of the product stores such a value.
  await page.route(/\/api\/leads(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
    const damaged = /("company_name":"Damaged Works","contact_person":)"[^"]*"/;
    const body = (await response.text()).replace(damaged, '$1{}');
    await route.fulfill({ response, headers, body });
  });
  for (const look of ['List', 'Kanban'] as const) {
    await openLeads(page, look);
    await expect(page.getByText('This record cannot be shown')).toBeVisible();
    await expect(page.getByText('Deccan Pumps')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lead Management');
  }
  await openLeads(page, 'List');
  await expect(rowOf(page, 'Deccan Pumps')).toHaveCount(1);
});
