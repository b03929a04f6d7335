import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, outsider, signIn, test } from './product';

const password = 'a good password';
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('screens say what a role does not let one see, and the dashboard leaves it out', {
  tag: '@rehearsal',
}, async ({ browser, page, product }) => {
  await enter(page, product);
  const rights = { reports: { read: 'none' } };
  const role = await page.request.post('/api/roles', { data: { name: 'Newcomers', rights } });
  const { data } = (await role.json()) as { data: { id: number } };
  const names = { username: 'ravi', first_name: 'Ravi', last_name: 'Iyer' };
  await page.request.post('/api/users', {
    data: { ...names, email: 'ravi@example.com', password, role_id: data.id },
  });
  const ravi = await outsider(browser, product);
  await signIn(ravi, 'ravi', password);
  await ravi.goto('/');
  await expect(ravi.getByRole('heading', { name: 'Other Recent Activities' })).toBeVisible();
  for (const title of ['Quick Actions', 'Recent Lead Activities', 'Recent Payment Activities'])
    await expect(ravi.getByRole('heading', { name: title })).toHaveCount(0);
  await ravi.goto('/duplicates');
  await expect(ravi.getByRole('heading', { level: 1 })).toHaveText('Not permitted');
  await ravi.goto('/billing');
  await expect(ravi.getByText('Your role does not allow you to see invoices')).toBeVisible();
  await expect(ravi.getByText('No invoices found')).toHaveCount(0);
  await expectAccessible(ravi);
});

test('a role is made, given, obeyed by the screens, and changed while its user works', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  for (const company_name of ['Vaigai Pumps', 'Kaveri Tools'])
    await page.request.post('/api/leads', { data: { company_name, contact_person: 'Ravi Iyer' } });
  await page.goto('/roles');
  await expect(page.getByRole('row').filter({ hasText: 'Stores' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Role' }).click();
  const form = page.getByRole('dialog', { name: 'Add Role' });
  await form.getByLabel('Name').fill('Callers');
  await form.getByLabel('Leads: read').selectOption('all');
  await form.getByLabel('Leads: change').check();
  await form.getByLabel('Services: read').selectOption('all');
  await expect(form.getByLabel('Orders: delete')).toBeDisabled();
  await form.getByLabel('Orders: create').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Role' }).click();
  await expect(form).toBeHidden();
  const callers = page.getByRole('row').filter({ hasText: 'Callers' });
  await expect(callers).toContainText('Leads, Services');

  await page.goto('/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const account = page.getByRole('dialog', { name: 'Add New User' });
  const typed = { 'First Name': 'Meera', 'Last Name': 'Kulkarni', Username: 'meera' };
  for (const [label, text] of Object.entries(typed)) await account.getByLabel(label).fill(text);
  await account.getByLabel('Email').fill('meera@example.com');
  await account.getByLabel('Password', { exact: true }).fill(password);
  await account.getByLabel('Confirm Password').fill(password);
  const offered = ['User', 'Administrator', 'Sales', 'Accounts', 'Stores', 'Viewer', 'Callers'];
  await expect(account.getByLabel('Role').getByRole('option')).toHaveText(offered);
  await account.getByLabel('Role').selectOption('Viewer');
  await account.getByRole('button', { name: 'Create User' }).click();
  await expect(account).toBeHidden();
  await page
    .getByRole('row')
    .filter({ hasText: 'Meera' })
    .getByRole('button', { name: 'Change Role' })
    .click();
  const choice = page.getByRole('dialog', { name: 'Role of Meera Kulkarni' });
  await expect(choice.getByLabel('Role').locator(':checked')).toHaveText('Viewer');
  await choice.getByLabel('Role').selectOption('Callers');
  await choice.getByRole('button', { name: 'Save Role' }).click();
  await expect(choice).toBeHidden();

  const meera = await outsider(browser, product);
  await signIn(meera, 'meera', password);
  await meera.goto('/');
  await expect(menu(meera).getByRole('link', { name: 'Leads' })).toBeVisible();
  for (const name of ['Orders', 'Customers', 'Invoices', 'Payments'])
    await expect(menu(meera).getByRole('link', { name })).toHaveCount(0);
  // Orders are made on their list, which she may not see.
  const quick = meera.getByRole('navigation', { name: 'Quick Actions' });
  await expect(quick.getByRole('link')).toHaveText(['Sales Pipeline']);
  await meera.keyboard.press('Control+k');
  await meera.getByRole('dialog').getByRole('combobox').fill('order');
  await expect(meera.getByRole('option', { name: 'Help: Orders' })).toBeVisible();
  await expect(meera.getByRole('option', { name: 'New Order' })).toHaveCount(0);
  await meera.goto('/orders');
  await expect(meera.getByText('Your role does not allow you to see orders')).toBeVisible();
  await expectAccessible(meera);
  await meera.goto('/leads');
  await expect(meera.getByText('Vaigai Pumps')).toBeVisible();
  await expect(meera.getByRole('button', { name: 'Add New Lead' })).toHaveCount(0);

  await expect(meera.getByRole('button', { name: 'Move to…' })).toHaveCount(2);

  // What is taken away goes at once, from the page that is open.
  await page.goto('/roles');
  await callers.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Role' });
  await edit.getByLabel('Leads: change').uncheck();
  await edit.getByRole('button', { name: 'Save Role' }).click();
  await expect(edit).toBeHidden();
  await expect(meera.getByRole('button', { name: 'Move to…' })).toHaveCount(0);
  await expect(meera.getByText('Vaigai Pumps')).toBeVisible();
  await callers.getByRole('button', { name: 'Edit' }).click();
  await edit.getByLabel('Leads: read').selectOption('own');
  const lost = page.getByRole('dialog', { name: 'Unsaved changes' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => edit.getByRole('button', { name: 'Cancel' }).click(),
    () => edit.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave();
    await lost.getByRole('button', { name: 'Keep editing' }).click();
    await expect(lost).toBeHidden();
  }
  await edit.getByRole('button', { name: 'Save Role' }).click();
  await expect(edit).toBeHidden();
  await expect(meera.getByText('Vaigai Pumps')).toHaveCount(0);
  await callers.getByRole('button', { name: 'Edit' }).click();
  await edit.getByLabel('Leads: read').selectOption('none');
  await edit.getByRole('button', { name: 'Save Role' }).click();
  await expect(meera.getByText('Your role does not allow you to see leads')).toBeVisible();
  await expect(menu(meera).getByRole('link', { name: 'Leads' })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(callers).toContainText('Two-step sign-in optional');
});
