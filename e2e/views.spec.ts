import type { Page } from '@playwright/test';
import { openLeads, test } from './leads';
import { expect, expectAccessible, outsider } from './product';

const namesOf = (page: Page) =>
  page.getByRole('gridcell').and(page.locator('[data-cell=company_name]'));
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search leads' });

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function filterByStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await panel.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: status, exact: true }).click();
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
}

test('a view is saved, shared and a default, opens for others by its link, and Back walks through', async ({
  page,
  leads,
  browser,
  product,
  context,
}) => {
  test.slow();
  await leads.add({ company_name: 'Malabar Textiles', status: 'lost' });
  await leads.add({ company_name: 'Deccan Pumps', status: 'qualified' });
  await leads.add({ company_name: 'Konkan Castings', status: 'qualified' });
  await openLeads(page, 'List');
  await filterByStatus(page, 'Qualified');
  await expect(page).toHaveURL(/\/leads\?status=qualified&layout=list$/);
  await page.getByRole('columnheader', { name: 'Company Name' }).getByRole('button').click();
  await expect(namesOf(page)).toHaveText(['Deccan Pumps', 'Konkan Castings']);
  const link = page.url();
  await search(page).fill('konkan');
  await expect(page).toHaveURL(/search=konkan/);
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(namesOf(page)).toHaveText(['Konkan Castings', 'Deccan Pumps']);
  await page.goBack();
  await expect(namesOf(page)).toHaveCount(3);
  await page.goForward();
  await page.goForward();
  await expect(search(page)).toHaveValue('konkan');
  await expect(namesOf(page)).toHaveText(['Konkan Castings']);

  const guest = await outsider(browser, product);
  const colleague = { username: 'views-guest', password: 'a good password' };
  const created = await context.request.post('/api/users', {
    data: { ...colleague, email: 'views@example.com', first_name: 'Asha', last_name: 'Rao' },
  });
  expect(created.status()).toBe(201);
  await guest.goto(link);
  await guest.getByLabel('Username').fill(colleague.username);
  await guest.getByLabel('Password', { exact: true }).fill(colleague.password);
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(guest).toHaveURL(link);
  await expect(namesOf(guest)).toHaveText(['Deccan Pumps', 'Konkan Castings']);

  await search(page).fill('');
  await choose(page, 'Save View');
  const dialog = page.getByRole('dialog', { name: 'Save View' });
  await dialog.getByLabel('Name').fill('Hot leads');
  await dialog.getByLabel('Share with everyone').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save View' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/saved=\d+/);
  await expect(page.getByText('Hot leads', { exact: true })).toBeVisible();

  await guest.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(guest).toHaveURL(`${product.url}/leads`);
  await choose(guest, 'Hot leads');
  await expect(namesOf(guest)).toHaveText(['Deccan Pumps', 'Konkan Castings']);
  await guest.getByRole('button', { name: 'Views' }).click();
  await expect(guest.getByRole('menuitem', { name: 'Delete View' })).toHaveCount(0);
  await guest.getByRole('menuitem', { name: 'Make Default' }).click();
  await expect(guest.getByText('The list opens with "Hot leads"')).toBeVisible();
  await guest.goto('/leads');
  await expect(namesOf(guest)).toHaveText(['Deccan Pumps', 'Konkan Castings']);
  await expect(guest).toHaveURL(/\/leads\?status=qualified.*saved=\d+$/);

  await page.getByRole('button', { name: 'Remove filter Status: Qualified' }).click();
  await expect(page.getByText('changed', { exact: true })).toBeVisible();
  await choose(page, 'Update View');
  await expect(page.getByText('View "Hot leads" has been updated')).toBeVisible();
  await expect(page.getByText('changed', { exact: true })).toBeHidden();
  await page.reload();
  await expect(namesOf(page)).toHaveCount(3);
  await choose(page, 'Delete View');
  const question = page.getByRole('dialog', { name: 'Delete View' });
  await question.getByRole('button', { name: 'Delete View' }).click();
  await expect(page).not.toHaveURL(/saved=/);
  await expect(guest.getByText('This view was deleted')).toBeVisible();
});

test('a view that names what is gone opens all the same, and says so', {
  tag: '@rehearsal',
}, async ({ page, leads, context }) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  const state = {
    filters: { current_stage_id: '999', region: 'South' },
    columns: ['company_name', 'margin'],
    layout: 'list',
  };
  const data = { list: 'leads', name: 'From before', state };
  const created = await context.request.post('/api/views', { data });
  const { id } = ((await created.json()) as { data: { id: number } }).data;
  await page.goto(`/leads?saved=${id}`);
  await expect(page.getByRole('columnheader', { name: 'Company Name' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Contact Person' })).toHaveCount(0);
  await expect(
    page.getByText(
      'This view uses items that no longer exist: the column “margin”, the filter “region”, “999” as Stage.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Stage: 999' }).click();
  await expect(namesOf(page)).toHaveText(['Deccan Pumps']);
  await context.request.delete(`/api/views/${id}`);
});
