import type { Browser, Page } from '@playwright/test';
import { enter, expect, expectAccessible, outsider, type Product, signIn, test } from '../product';

const password = 'a good password';

interface Colleague {
  id: number;
  page: Page;
}

/** A colleague in a separate browser, signed in. */
async function colleague(
  { browser, admin, product }: { browser: Browser; admin: Page; product: Product },
  [first_name, last_name]: readonly [string, string],
): Promise<Colleague> {
  const username = `${first_name}.${last_name}`.toLowerCase();
  const created = await admin.request.post('/api/users', {
    data: { username, email: `${username}@example.com`, first_name, last_name, password },
  });
  expect(created.status()).toBe(201);
  const { data } = (await created.json()) as { data: { id: number } };
  const page = await outsider(browser, product);
  await signIn(page, username, password);
  await page.goto('/');
  return { id: data.id, page };
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const lead = (page: Page, company: string) => page.getByText(company, { exact: true });
const switcher = (page: Page) => page.getByRole('combobox', { name: 'Workspace', exact: true });

async function addMember(page: Page, name: string, role: string): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Members' });
  await panel.getByLabel('Add member').selectOption(name);
  await panel.getByLabel('Role', { exact: true }).selectOption(role);
  await panel.getByRole('button', { name: 'Add Member' }).click();
  await expect(panel.getByLabel(`Role of ${name}`)).toHaveValue(role.toLowerCase());
}

async function addLead(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await form.getByLabel('Company Name').fill(company);
  await form.getByLabel('Contact Person').fill('Ravi Iyer');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(form).toBeHidden();
}

test('a team is created, joined, worked in, watched, and seen by the whole company', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/leads');
  await addLead(page, 'Shared Forgings');
  // Nothing to choose while there is no workspace.
  await expect(page.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);
  const people = { browser, admin: page, product };
  const member = await colleague(people, ['Meera', 'Kulkarni']);
  const viewer = await colleague(people, ['Lakshmi', 'Reddy']);

  await page.getByRole('button', { name: 'User Management' }).click();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect(page.getByText('No workspaces found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Workspace' }).click();
  const form = page.getByRole('dialog', { name: 'Add Workspace' });
  await form.getByLabel('Name').fill('Pune Plant');
  await form.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(
    page.getByText('Workspace "Pune Plant" has been created successfully'),
  ).toBeVisible();
  await expect(row(page, 'Pune Plant')).toContainText('Owner');
  await expect(row(page, 'Pune Plant')).toContainText('1 member');
  await expect(switcher(page)).toHaveValue('');

  await row(page, 'Pune Plant').getByRole('button', { name: 'Members' }).click();
  await addMember(page, 'Meera Kulkarni', 'Member');
  await addMember(page, 'Lakshmi Reddy', 'Viewer');
  await expectAccessible(page);
  await page
    .getByRole('dialog', { name: 'Members' })
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await expect(row(page, 'Pune Plant')).toContainText('3 members');

  // The member has heard of it without asking, works there, and sees that team's leads alone.
  await member.page.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(lead(member.page, 'Shared Forgings')).toBeVisible();
  await switcher(member.page).selectOption('Pune Plant');
  await expect(lead(member.page, 'Shared Forgings')).toBeHidden();
  await addLead(member.page, 'Sahyadri Castings');
  await expect(lead(member.page, 'Sahyadri Castings')).toBeVisible();

  // The viewer sees the new lead, and why it cannot be changed.
  await viewer.page.goto('/leads');
  await switcher(viewer.page).selectOption('Pune Plant');
  await expect(lead(viewer.page, 'Sahyadri Castings')).toBeVisible();
  await expect(lead(viewer.page, 'Shared Forgings')).toBeHidden();
  await expect(viewer.page.getByText('You have read-only access to this workspace')).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: 'Add New Lead' })).toHaveCount(0);
  await lead(viewer.page, 'Sahyadri Castings').click();
  const details = viewer.page.getByRole('dialog', { name: 'Lead Details' });
  await expect(details.getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Edit Lead' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Close' }).click();
  await viewer.page.goto('/customers');
  await expect(viewer.page.getByText('You have read-only access to this workspace')).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: 'Add Customer' })).toHaveCount(0);
  await expectAccessible(viewer.page);
  const refused = await viewer.page.request.post('/api/leads', {
    data: { company_name: 'Not Allowed', contact_person: 'Nobody' },
  });
  expect(refused.status()).toBe(403);

  // What happens outside the team does not come into its lists, and all of it is the whole company's.
  await page.goto('/leads');
  await addLead(page, 'Konkan Polymers');
  await addLead(member.page, 'Narmada Bearings');
  await expect(lead(page, 'Narmada Bearings')).toBeVisible();
  await expect(lead(page, 'Konkan Polymers')).toBeVisible();
  await expect(lead(page, 'Sahyadri Castings')).toBeVisible();
  await expect(page.getByText('Showing 4 of 4 leads')).toBeVisible();
  await expect(member.page.getByText('Showing 2 of 2 leads')).toBeVisible();
  await expect(lead(member.page, 'Konkan Polymers')).toBeHidden();
  await switcher(member.page).selectOption('Whole company');
  await expect(lead(member.page, 'Konkan Polymers')).toBeVisible();
  await expect(member.page.getByText('Showing 4 of 4 leads')).toBeVisible();
});
