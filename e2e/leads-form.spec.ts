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

const refusedTexts: readonly (readonly [label: string, typed: string, message: string])[] = [
  ['Company Name', ' ', 'Company name is required and cannot be empty'],
  ['Company Name', 'A', 'Company name must be at least 2 characters'],
  ['Company Name', 'x'.repeat(101), 'Company name cannot exceed 100 characters'],
  ['Contact Person', ' ', 'Contact person is required and cannot be empty'],
  ['Contact Person', 'M', 'Contact person must be at least 2 characters'],
  ['Contact Person', 'x'.repeat(101), 'Contact person cannot exceed 100 characters'],
  ['Email', 'meera@deccan', 'Please enter a valid email address (e.g., name@company.com)'],
  ['Email', `${'x'.repeat(251)}@a.in`, 'Email address cannot exceed 255 characters'],
  ['Phone', '12345', 'Please enter a valid phone number (at least 10 digits)'],
  ['Phone', 'call me at noon', 'Please enter a valid phone number (at least 10 digits)'],
  ['Website', 'deccan', 'Please enter a valid website URL'],
  ['Estimated Value', '-1', 'Annual revenue must be a number of at least 0'],
  ['Estimated Value', '1000000000000', 'Annual revenue cannot exceed $999,999,999,999'],
  ['Estimated Value', '12.345', 'Estimated Value cannot have more than two decimals'],
  ['Lead Score', '101', 'Lead score must be between 0 and 100'],
  ['Lead Score', '-1', 'Lead score must be between 0 and 100'],
  ['Lead Score', '50.5', 'Lead Score must be a whole number'],
  ['Postal Code', '41', 'Please enter a valid postal code'],
  ['Postal Code', '411_001', 'Please enter a valid postal code'],
  ['Postal Code', '4'.repeat(21), 'Please enter a valid postal code'],
  ['Industry', 'x'.repeat(51), 'Industry cannot exceed 50 characters'],
  ['Address', 'x'.repeat(501), 'Address cannot exceed 500 characters'],
  ['City', 'x'.repeat(51), 'City cannot exceed 50 characters'],
  ['State/Province', 'x'.repeat(51), 'State/Province cannot exceed 50 characters'],
  ['Country', 'x'.repeat(51), 'Country cannot exceed 50 characters'],
  ['Initial Inquiry', 'x'.repeat(1001), 'Initial Inquiry cannot exceed 1000 characters'],
];

test('each input says what is wrong with it when it is left, and is silent once it is corrected', {
  tag: '@rehearsal',
}, async ({ page, leads: _leads }) => {
  const form = await openForm(page);
  for (const [label, typed, message] of refusedTexts) {
    const input = form.getByLabel(label, { exact: true });
    await input.fill(typed);
    await expect(form.getByText(message, { exact: true })).toBeHidden();
    await input.blur();
    await expect(form.getByText(message, { exact: true })).toBeVisible();
    await expect(input).toHaveAccessibleDescription(message);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await input.fill('');
  }
  await expectAccessible(page);
});

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

test('a form whose lead is deleted by someone else keeps what was typed into it', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  const lead = await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'List');
  await rowOf(page, 'Deccan Pumps').getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lead' });
  await form.getByLabel('Initial Inquiry').fill('Two hundred pump housings a month.');
  await leads.remove(lead.id);
  await expect(page.getByText('No leads found')).toBeVisible();
  await expect(form.getByLabel('Initial Inquiry')).toHaveValue(
    'Two hundred pump housings a month.',
  );
  await form.getByRole('button', { name: 'Save Lead' }).click();
  await expectToast(page, 'Failed to update lead: Lead not found');
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

test('what is pasted with tabs and line breaks is one line, in a form and in a cell', {
  tag: '@rehearsal',
}, async ({ page, context, leads: _leads }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = (text: string) =>
    page.evaluate((each) => navigator.clipboard.writeText(each), text);
  const form = await openForm(page);
  await copied('Deccan\tPumps\r\nLtd');
  await form.getByLabel('Company Name').focus();
  await page.keyboard.press('Control+v');
  await expect(form.getByLabel('Company Name')).toHaveValue('Deccan Pumps Ltd');
  await copied('First line\n\tsecond line');
  await form.getByLabel('Initial Inquiry').focus();
  await page.keyboard.press('Control+v');
  await expect(form.getByLabel('Initial Inquiry')).toHaveValue('First line\n\tsecond line');
  await form.getByLabel('Contact Person').fill('Meera\tKulkarni');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expectToast(page, 'Lead "Deccan Pumps Ltd" has been created successfully');
  await expect(await cellOf(page, 'Deccan Pumps Ltd', 'Contact Person')).toHaveText(
    'Meera Kulkarni',
  );

  await copied('Asha\tVerma\nPune');
  await (await cellOf(page, 'Deccan Pumps Ltd', 'Contact Person')).dblclick();
  const editor = page.getByRole('textbox', { name: 'Contact Person' });
  await editor.press('Control+a');
  await editor.press('Control+v');
  await expect(editor).toHaveValue('Asha Verma Pune');
  await editor.fill('Asha\tVerma');
  await editor.press('Enter');
  await expectToast(page, 'Lead updated successfully');
  await expect(await cellOf(page, 'Deccan Pumps Ltd', 'Contact Person')).toHaveText('Asha Verma');
});
