import type { Page } from '@playwright/test';
import { breakCalls, cellOf, deafen, expectToast, openLeads, rowOf, test } from '../leads';
import { expect, expectAccessible } from '../product';

const refusedTexts: readonly (readonly [heading: string, typed: string, message: string])[] = [
  ['Company Name', '', 'Company name is required'],
  ['Company Name', 'A', 'Company name must be at least 2 characters'],
  ['Contact Person', ' ', 'Contact person is required'],
  ['Contact Person', 'M', 'Contact person must be at least 2 characters'],
  ['Email', 'meera at deccan', 'Please enter a valid email address'],
  ['Phone', '12345', 'Please enter a valid phone number'],
  ['Website', 'deccan', 'Please enter a valid website URL'],
  ['Estimated Value', '-5', 'Annual revenue must be a number of at least 0'],
  ['Estimated Value', 'a lot', 'Annual revenue must be a number of at least 0'],
  ['Lead Score', '101', 'Lead score must be between 0 and 100'],
  ['Lead Score', 'high', 'Lead score must be between 0 and 100'],
  ['Postal Code', '4', 'Please enter a valid postal code'],
];

/** As the column chooser keeps it. */
const wide = JSON.stringify([
  'company_name',
  'contact_person',
  'email',
  'phone',
  'status',
  'current_stage_id',
  'lead_score',
  'annual_revenue',
  'website',
  'postal_code',
  'actions',
]);

test('each cell says why it is not saved, keeps what was typed, and Escape brings back what was there', async ({
  page,
  leads,
}) => {
  await leads.add({ company_name: 'Deccan Pumps', email: 'meera@deccan.example' });
  await page.addInitScript((stored) => localStorage.setItem('leads-table-columns', stored), wide);
  await openLeads(page, 'List');
  for (const [heading, typed, message] of refusedTexts) {
    const cell = await cellOf(page, 'Deccan Pumps', heading);
    const before = await cell.innerText();
    await cell.focus();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', { name: heading });
    await editor.fill(typed);
    await editor.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveText(message);
    await expect(editor).toHaveValue(typed);
    await expect(editor).toHaveAccessibleDescription(message);
    if (heading === 'Email') await expectAccessible(page);
    await editor.press('Escape');
    await expect(editor).toBeHidden();
    await expect(cell).toHaveText(before);
    await expect(cell).toBeFocused();
  }
});

/** Makes "Deccan Pumps" "Deccan Pumps Limited" in its cell, and moves to the next one. */
async function renameByKeys(page: Page): Promise<void> {
  await (await cellOf(page, 'Deccan Pumps', 'Company Name')).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('End');
  await page.keyboard.type(' Limited');
  await page.keyboard.press('Tab');
}

test('Enter saves, Tab saves and moves on, Shift+Tab goes back, typing replaces, Delete empties', async ({
  page,
  leads,
}) => {
  const { id } = await leads.add({ company_name: 'Deccan Pumps', phone: '020 2567 8901' });
  await openLeads(page, 'List');
  await renameByKeys(page);
  const person = page.getByRole('textbox', { name: 'Contact Person' });
  await expect(person).toBeFocused();
  await expectToast(page, 'Lead updated successfully');
  await expect(await cellOf(page, 'Deccan Pumps', 'Company Name')).toHaveText(
    'Deccan Pumps Limited',
  );
  await person.press('Tab');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('ravi@deccan.example');
  await email.press('Shift+Tab');
  await expect(person).toBeFocused();
  await person.press('Escape');
  await expect(await cellOf(page, 'Deccan Pumps', 'Email')).toContainText('ravi@deccan.example');
  await page.keyboard.press('R');
  await expect(person).toHaveValue('R');
  await person.pressSequentially('avi Iyer');
  await person.press('Enter');
  await expect(await cellOf(page, 'Deccan Pumps', 'Contact Person')).toHaveText('Ravi Iyer');
  await (await cellOf(page, 'Deccan Pumps', 'Phone')).focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(await cellOf(page, 'Deccan Pumps', 'Phone')).toHaveText('');
  await (await cellOf(page, 'Deccan Pumps', 'Status')).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Contacted');
  await expect(await cellOf(page, 'Deccan Pumps', 'Status')).toHaveText(/Contacted/);
  await expect
    .poll(() => leads.get(id))
    .toMatchObject({
      company_name: 'Deccan Pumps Limited',
      contact_person: 'Ravi Iyer',
      email: 'ravi@deccan.example',
      phone: null,
      status: 'contacted',
    });
});

test('a cell that could not be saved keeps what was typed: refused, outrun, and without an answer', async ({
  page,
  leads,
}) => {
  await deafen(page);
  const lead = await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'List');
  const edit = async (typed: string) => {
    await (await cellOf(page, 'Deccan Pumps', 'Email')).focus();
    await page.keyboard.press('Enter');
    await editor.fill(typed);
    await editor.press('Enter');
  };
  const editor = page.getByRole('textbox', { name: 'Email' });

  await breakCalls(page, 'PUT', /\/api\/leads\/\d+$/);
  await edit('a@deccan.example');
  await expectToast(page, 'Error updating lead. Please try again.');
  await expect(editor).toHaveValue('a@deccan.example');
  await page.unroute(/\/api\/leads\/\d+$/);
  await editor.press('Enter');
  await expectToast(page, 'Lead updated successfully');

  await leads.change(lead.id, { email: 'theirs@deccan.example' });
  await edit('mine@deccan.example');
  await expectToast(page, 'Failed to update lead: This record was changed by someone else');
  await expect(editor).toHaveValue('mine@deccan.example');
  await expect(
    page.getByText('Someone else changed this to “theirs@deccan.example”'),
  ).toBeVisible();
  await editor.press('Enter');
  await expect.poll(async () => (await leads.get(lead.id)).email).toBe('mine@deccan.example');

  await leads.convert(lead.id);
  await edit('late@deccan.example');
  await expectToast(
    page,
    'Failed to update lead: This lead has been converted to a customer and cannot be edited',
  );
  await expect(rowOf(page, 'Deccan Pumps')).toContainText('Converted');
  await expect(editor).toHaveValue('late@deccan.example');
});

test('the stage selector moves a lead, and says why it did not', async ({ page, leads }) => {
  await deafen(page);
  await page.addInitScript((stored) => localStorage.setItem('leads-table-columns', stored), wide);
  const lead = await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'List');
  const editor = page.getByRole('combobox', { name: 'Stage' });
  const choose = async (stage: string) => {
    await (await cellOf(page, 'Deccan Pumps', 'Stage')).focus();
    await page.keyboard.press('Enter');
    await editor.selectOption(stage);
  };
  const leave = async () => {
    // While it is saved, keys change nothing.
    await expect(editor).not.toHaveAttribute('aria-readonly');
    await editor.press('Escape');
    await expect(editor).toBeHidden();
  };
  await choose('Contacted');
  await expectToast(page, 'Lead stage updated successfully');
  expect((await leads.get(lead.id)).stage_name).toBe('Contacted');
  await leave();
  await breakCalls(page, 'PUT', /\/stage$/);
  await choose('Qualified');
  await expectToast(page, 'Error updating lead stage. Please try again.');
  await leave();
  await page.unroute(/\/stage$/);
  await leads.convert(lead.id);
  await choose('Qualified');
  await expectToast(
    page,
    'Failed to update lead stage: This lead has been converted to a customer and cannot be edited',
  );
});

test('deleting and converting ask first, and report success and failure', async ({
  page,
  leads,
}) => {
  await deafen(page);
  const first = await leads.add({ company_name: 'Deccan Pumps' });
  const second = await leads.add({ company_name: 'Malabar Textiles' });
  await openLeads(page, 'List');
  const ask = (name: string, action: string) =>
    rowOf(page, name).getByRole('button', { name: action }).click();

  await ask('Deccan Pumps', 'Delete');
  const deletion = page.getByRole('dialog', { name: 'Delete Lead' });
  await expect(deletion).toContainText('Deccan Pumps');
  await expect(deletion).toContainText(
    'This action cannot be undone and will permanently remove all associated data.',
  );
  await expectAccessible(page);
  await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await breakCalls(page, 'DELETE', /\/api\/leads/);
  await deletion.getByRole('button', { name: 'Delete Lead' }).click();
  await expectToast(page, 'Error deleting lead. Please try again.');
  await expect(deletion).toBeVisible();
  await page.unroute(/\/api\/leads/);
  await leads.remove(first.id);
  await deletion.getByRole('button', { name: 'Delete Lead' }).click();
  await expectToast(page, 'Failed to delete lead: Lead not found');
  await page.keyboard.press('Escape');
  await expect(deletion).toBeHidden();

  await ask('Malabar Textiles', 'Convert');
  const conversion = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await breakCalls(page, 'POST', /\/convert$/);
  await conversion.getByRole('button', { name: 'Convert to Customer' }).click();
  await expectToast(page, 'Error converting lead. Please try again.');
  await page.unroute(/\/convert$/);
  await leads.convert(second.id);
  await conversion.getByRole('button', { name: 'Convert to Customer' }).click();
  await expectToast(
    page,
    'Failed to convert lead: This lead has already been converted to a customer',
  );
  await expectAccessible(page);
  await page.reload();
  await leads.add({ company_name: 'Konkan Castings' });
  await page.reload();
  await expect(rowOf(page, 'Malabar Textiles')).toContainText('Converted');
  for (const action of ['Edit', 'Convert', 'Delete']) {
    const button = rowOf(page, 'Malabar Textiles').getByRole('button', { name: action });
    await expect(button).toBeHidden();
  }
  await ask('Konkan Castings', 'Delete');
  await deletion.getByRole('button', { name: 'Delete Lead' }).click();
  await expectToast(page, 'Lead "Konkan Castings" has been deleted successfully');
  await expect(rowOf(page, 'Konkan Castings')).toHaveCount(0);
});
