import type { Page } from '@playwright/test';
import { breakCalls, cellOf, deafen, expectToast, openLeads, rowOf, test } from './leads';
import { expect, expectAccessible } from './product';

const listTitle = 'Please fix the following errors:';
const hint = 'Please fill out all required fields to continue';
const serverDown = 'The server cannot be reached. Check the connection and try again.';

async function openForm(page: Page) {
  await openLeads(page, 'List');
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  return page.getByRole('dialog', { name: 'Create New Lead' });
}

test('what is wrong is listed above the form, and the focus goes to the first of it', {
  tag: '@rehearsal',
}, async ({ page, leads: _leads }) => {
  const form = await openForm(page);
  const company = form.getByLabel('Company Name');
  const submit = form.getByRole('button', { name: 'Create Lead' });
  await expect(company).toBeFocused();
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(hint);
  await company.press('Enter');
  await expect(form.getByRole('alert')).toContainText(listTitle);
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText([
    'Company name is required and cannot be empty',
    'Contact person is required and cannot be empty',
  ]);
  await expect(company).toBeFocused();

  await company.fill('Deccan Pumps');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await expect(form.getByText(hint)).toBeHidden();
  await form.getByLabel('Lead Score').fill('140');
  await form.getByLabel('Email').fill('meera');
  await submit.click();
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText([
    'Please enter a valid email address (e.g., name@company.com)',
    'Lead score must be between 0 and 100',
  ]);
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByRole('button', { name: 'Lead score must be between 0 and 100' }).click();
  await expect(form.getByLabel('Lead Score')).toBeFocused();
  await form.getByLabel('Lead Score').fill('14');
  await form.getByLabel('Email').fill('meera@deccan.example');
  await submit.click();
  await expectToast(page, 'Lead "Deccan Pumps" has been created successfully');
  await expect(form).toBeHidden();
});

test('a created lead holds what was typed, empty inputs as nothing, the website with its scheme', async ({
  page,
  leads,
}) => {
  await leads.add({ company_name: 'Older Lead' });
  const form = await openForm(page);
  await form.getByLabel('Company Name').fill('  Deccan Pumps  ');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await form.getByLabel('Website').fill('deccan.example/pumps');
  await form.getByLabel('Estimated Value').fill('1250000.50');
  await form.getByLabel('Company Size').selectOption('Medium (51-500)');
  await form.getByLabel('Lead Source').selectOption('Trade Show');
  await form.getByLabel('Stage').selectOption({ index: 2 });
  await form.getByLabel('Assigned To').selectOption('Site Administrator');
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expectToast(page, 'Lead "Deccan Pumps" has been created successfully');
  await expect(page.getByRole('row').nth(1)).toContainText('Deccan Pumps');
  const response = await sent;
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  expect(response.status()).toBe(201);
  expect(data).toMatchObject({
    company_name: 'Deccan Pumps',
    website: 'https://deccan.example/pumps',
    annual_revenue: 1_250_000.5,
    company_size: 'medium',
    lead_source: 'trade_show',
    assigned_first_name: 'Site',
    status: 'active',
    email: null,
    city: null,
    lead_score: null,
    initial_inquiry: null,
  });
});

test('the form shows a refusal of the server word for word and keeps its values', async ({
  page,
  leads: _leads,
  database,
}) => {
  await deafen(page);
  const form = await openForm(page);
  await form.getByLabel('Company Name').fill('Deccan Pumps');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await form.getByLabel('Stage').selectOption('Qualified');
  const submit = form.getByRole('button', { name: 'Create Lead' });
  const off = 'The stage Qualified is inactive. Choose another one.';
  await database.query(
    `update pipeline_stages set is_active = false where stage_name = 'Qualified'`,
  );
  try {
    await submit.click();
    await expectToast(page, `Failed to create lead: ${off}`);
    await expect(form.getByRole('alert').first()).toContainText(
      'Failed to save the lead. Please check your data and try again.',
    );
    await expect(form.getByLabel('Stage')).toHaveAccessibleDescription(off);
    await expect(form.getByLabel('Stage')).toBeFocused();
    await expect(form.getByLabel('Company Name')).toHaveValue('Deccan Pumps');
  } finally {
    await database.query(`update pipeline_stages set is_active = true`);
  }
  await breakCalls(page, 'POST', /\/api\/leads$/);
  await submit.click();
  await expectToast(page, `An unexpected error occurred: ${serverDown}`);
  await expect(form.getByLabel('Contact Person')).toHaveValue('Meera Kulkarni');
  await expect(submit).toBeEnabled();
  await page.unroute(/\/api\/leads$/);
  await submit.click();
  await expectToast(page, 'Lead "Deccan Pumps" has been created successfully');
  await expect(rowOf(page, 'Deccan Pumps')).toHaveCount(1);
});

test('the form for a lead: opened by its address, and saved, also when someone else was quicker elsewhere', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  const lead = await leads.add({ company_name: 'Deccan Pumps', city: 'Pune', lead_score: 55 });
  await page.goto(`/leads?edit=${lead.id}`);
  const form = page.getByRole('dialog', { name: 'Edit Lead' });
  await expect(form.getByLabel('Company Name')).toHaveValue('Deccan Pumps');
  await expect(form.getByLabel('Lead Score')).toHaveValue('55');
  await expect(page).toHaveURL(/\/leads$/);
  await form.getByLabel('City').fill('Nashik');
  await form.getByRole('button', { name: 'Save Lead' }).click();
  await expectToast(page, 'Lead "Deccan Pumps" has been updated successfully');
  expect((await leads.get(lead.id))['city']).toBe('Nashik');

  await page.getByRole('button', { name: 'List' }).click();
  await rowOf(page, 'Deccan Pumps').getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('City').fill('Goa');
  await leads.change(lead.id, { phone: '020 2567 8901' });
  await expect(await cellOf(page, 'Deccan Pumps', 'Phone')).toHaveText('020 2567 8901');
  await form.getByRole('button', { name: 'Save Lead' }).click();
  await expect(form).toBeHidden();
  expect(await leads.get(lead.id)).toMatchObject({ city: 'Goa', phone: '020 2567 8901' });
});

test('typed work is not lost unasked: by Cancel, Escape, the ×, a link, the Back button', async ({
  page,
  leads: _leads,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  await form.getByLabel('Company Name').fill('Deccan Pumps');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  const ways = [
    () => form.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question).toContainText(
      'Are you sure you want to close? All unsaved changes will be lost.',
    );
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(form.getByLabel('Company Name')).toHaveValue('Deccan Pumps');
  }
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/leads$/);
});
