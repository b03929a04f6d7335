import type { Locator, Page } from '@playwright/test';
import { cardOf, cellOf, expectToast, openLeads, rowOf, test } from '../leads';
import { expect, expectAccessible } from '../product';

interface NewField {
  label: string;
  type: string;
  choices?: readonly string[];
}

/** Adds a field to leads on its screen, which is open. */
async function addField(page: Page, { label, type, choices = [] }: NewField): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Field' }).click();
  const form = page.getByRole('dialog', { name: 'Add Field' });
  await form.getByLabel('Label').fill(label);
  await form.getByLabel('Type').selectOption(type);
  for (const [at, choice] of choices.entries()) {
    await form.getByRole('button', { name: 'Add Choice' }).click();
    await form.getByRole('textbox', { name: `Choice ${at + 1}`, exact: true }).fill(choice);
  }
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Field' }).click();
  await expect(form).toBeHidden();
  await expectToast(page, 'Custom field created successfully');
  return rowOf(page, label);
}

function act(row: Locator, name: string): Promise<void> {
  return row.getByRole('button', { name, exact: true }).click();
}

test('an administrator adds fields to leads, finds them everywhere, and takes one away again', async ({
  page,
  leads,
}) => {
  test.slow();
  await page.goto('/custom-fields');
  await expect(page.getByText('No custom fields for leads yet')).toBeVisible();
  await expectAccessible(page);
  const model = await addField(page, { label: 'Machine Model', type: 'Text' });
  await addField(page, { label: 'Grade', type: 'Choice', choices: ['EN8', 'Stainless'] });
  await addField(page, { label: 'Required By', type: 'Date' });
  await expect(model.getByRole('gridcell').nth(1)).toHaveText('Text');
  await expect(model).toContainText('machine_model');
  await expect(rowOf(page, 'Required By')).toContainText('required_by');
  await act(rowOf(page, 'Required By'), 'Move Up');
  await expectToast(page, 'Custom field moved successfully');
  await expect(page.getByRole('row').nth(2)).toContainText('Required By');
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL(/\/custom-fields\?tab=orders$/);
  await page.reload();
  await expect(page.getByText('No custom fields for orders yet')).toBeVisible();

  await page.goto('/leads');
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await form.getByLabel('Company Name').fill('Deccan Pumps');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await form.getByLabel('Email').fill('meera@deccan.example');
  await expect(form.getByText('Additional Information')).toBeVisible();
  await form.getByLabel('Machine Model').fill('VMC 850');
  await form.getByLabel('Grade').selectOption('Stainless');
  await form.getByLabel('Required By').fill('2026-12-15');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(form).toBeHidden();
  await leads.add({ company_name: 'Konkan Castings', email: 'a@konkan.example' });

  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  for (const name of ['Machine Model', 'Grade', 'Required By'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(await cellOf(page, 'Deccan Pumps', 'Machine Model')).toHaveText('VMC 850');
  await expect(await cellOf(page, 'Deccan Pumps', 'Grade')).toHaveText('Stainless');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await panel.getByRole('combobox', { name: 'Grade' }).click();
  await page.getByRole('option', { name: 'Stainless' }).click();
  await panel.getByLabel('Required By from').fill('2026-12-01');
  await panel.getByLabel('Machine Model').fill('vmc');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(rowOf(page, 'Deccan Pumps')).toBeVisible();
  await expect(rowOf(page, 'Konkan Castings')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove filter Grade: Stainless' })).toBeVisible();

  await act(rowOf(page, 'Deccan Pumps'), 'View');
  const details = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(details.getByText('Additional Information')).toBeVisible();
  await expect(details.getByText('VMC 850')).toBeVisible();
  await details.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('button', { name: 'Change Machine Model' }).click();
  await page.getByRole('textbox', { name: 'Machine Model' }).fill('HMC 500');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: 'HMC 500' })).toBeVisible();
  await page.getByRole('button', { name: 'Show History' }).click();
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.first()).toContainText(/Machine Model\s*from VMC 850 → to HMC 500/);
  await expectAccessible(page);
  const address = page.url();

  await page.goto('/custom-fields');
  await act(rowOf(page, 'Machine Model'), 'Turn Off');
  await expectToast(page, 'Custom field turned off successfully');
  await page.goto(address);
  await expect(page.getByText('Stainless')).toBeVisible();
  await expect(page.getByText('Machine Model')).toBeHidden();
  await page.goto('/leads');
  await expect(page.getByRole('columnheader', { name: 'Grade' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Machine Model' })).toBeHidden();
  await page.getByRole('button', { name: 'Add New Lead' }).first().click();
  await expect(form.getByLabel('Grade')).toBeVisible();
  await expect(form.getByLabel('Machine Model')).toBeHidden();

  await page.goto('/custom-fields');
  await act(rowOf(page, 'Machine Model'), 'Turn On');
  await expectToast(page, 'Custom field turned on successfully');
  await page.goto(address);
  await expect(page.getByRole('definition').filter({ hasText: 'HMC 500' })).toBeVisible();

  await page.goto('/custom-fields');
  await expect(model.getByRole('button', { name: 'Delete' })).toBeHidden();
  await act(model, 'Turn Off');
  await act(model, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete Custom Field' });
  await expect(question).toContainText(
    'Delete "Machine Model" and its value in 1 records? This cannot be undone.',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete Custom Field' }).click();
  await expectToast(page, 'Custom field deleted successfully');
  await expect(model).toBeHidden();
  const { custom } = (await leads.get(Number(/\d+$/.exec(address)?.[0]))) as { custom?: object };
  expect(custom).toEqual({ required_by: '2026-12-15', grade: 'Stainless' });
});

test('chosen columns appear on cards, and several choices and fields that are off are filters', async ({
  page,
  leads,
}) => {
  test.slow();
  const call = async (method: 'post' | 'put' | 'delete', path: string, data?: object) => {
    const response = await page.request[method](`/api${path}`, data ? { data } : {});
    expect(response.ok(), path).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data;
  };
  const choices = ['EN8', 'EN24', 'Stainless'].map((label) => ({ label, color: 'blue' }));
  const grade = { kind: 'leads', label: 'Grade', type: 'choice', choices };
  const { id } = await call('post', '/custom-fields', grade);
  await call('post', '/custom-fields', { kind: 'leads', label: 'Machine Model', type: 'text' });
  const email = 'a@pumps.example';
  const custom = { grade: 'EN8', machine_model: 'VMC 850' };
  await leads.add({ company_name: 'Deccan Pumps', email, custom });
  await leads.add({ company_name: 'Konkan Castings', email, custom: { grade: 'EN24' } });
  await leads.add({ company_name: 'Malabar Textiles', email, custom: { grade: 'Stainless' } });

  await openLeads(page, 'Kanban');
  const card = cardOf(page, 'Deccan Pumps');
  await expect(card).not.toContainText('VMC 850');
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  for (const name of ['Grade', 'Machine Model'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(card).toContainText('Machine Model: VMC 850');
  await expect(card).toContainText('Grade: EN8');
  await expect(cardOf(page, 'Konkan Castings')).not.toContainText('Machine Model');
  await expectAccessible(page);
  await page.goto('/pipeline');
  await page.getByRole('button', { name: 'Kanban' }).click();
  await card.click();
  const details = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(details.getByText('Additional Information')).toBeVisible();
  await expect(details.getByText('VMC 850')).toBeVisible();

  await openLeads(page, 'List');
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  const chooser = panel.getByRole('combobox', { name: 'Grade' });
  await chooser.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('option', { name: 'Stainless' })).toBeVisible();
  const chosen = page.getByRole('option', { selected: true });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText(['EN8']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText(['EN8', 'EN24']);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL(/custom\.grade=EN8,EN24/);
  await expect(rowOf(page, 'Deccan Pumps')).toBeVisible();
  await expect(rowOf(page, 'Konkan Castings')).toBeVisible();
  await expect(rowOf(page, 'Malabar Textiles')).toBeHidden();
  await page.getByRole('button', { name: 'Filters, 1 active' }).click();
  await chooser.click();
  await page.getByRole('option', { name: 'EN8' }).click();
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByRole('button', { name: 'Remove filter Grade: EN24' })).toBeVisible();

  const state = {
    filters: { 'custom.grade': 'EN24', 'custom.never': 'x', 'custom.machine_model': 'VMC' },
    columns: ['company_name', 'custom.grade'],
    sort: '-custom.grade',
    layout: 'list',
  };
  const view = await call('post', '/views', { list: 'leads', name: 'Steel', state });
  const gone = page.getByRole('status').filter({ hasText: 'no longer available' });
  await page.goto(`/leads?saved=${view.id}`);
  await expect(gone).toHaveText('1 filter is no longer available');
  await expect(rowOf(page, 'Deccan Pumps')).toBeHidden();
  await call('put', `/custom-fields/${id}`, { is_active: false });
  await expect(gone).toHaveText('2 filters are no longer available');
  await expect(rowOf(page, 'Deccan Pumps')).toBeVisible();
  await expect(rowOf(page, 'Konkan Castings')).toBeHidden();
  await expect(page.getByText('changed', { exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.goto('/leads?custom.grade=EN24&search=kon&sort=custom.grade&layout=list');
  await expect(gone).toHaveText('1 filter is no longer available');
  await expect(rowOf(page, 'Konkan Castings')).toBeVisible();
  await expect(rowOf(page, 'Deccan Pumps')).toBeHidden();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(gone).toBeHidden();
  await expect(rowOf(page, 'Deccan Pumps')).toBeVisible();
  await call('delete', `/views/${view.id}`);
});
