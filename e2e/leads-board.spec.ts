import { breakCalls, cardOf, columnOf, deafen, expectToast, openLeads, test } from './leads';
import { expect, expectAccessible } from './product';

const moved = 'Lead stage updated successfully';
const refused =
  'Failed to update lead stage: This lead has been converted to a customer and cannot be edited';

test('a card goes to another column by mouse, and stays when it is dropped on its own', async ({
  page,
  leads,
}) => {
  const lead = await leads.add({ company_name: 'Deccan Pumps', lead_score: 82 });
  await leads.add({ company_name: 'Malabar Textiles' });
  await openLeads(page, 'Kanban');
  const card = cardOf(page, 'Deccan Pumps');
  await expect(columnOf(page, 'New')).toContainText('Deccan Pumps');
  const empty = columnOf(page, 'Contacted');
  await expect(empty.getByText('No leads', { exact: true })).toBeVisible();
  await expect(empty.getByText('Drop here', { exact: true })).toBeVisible();
  await expect(columnOf(page, 'New').getByText('Drop here')).toHaveCount(0);
  await expectAccessible(page);

  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/stage')) calls += 1;
  });
  await card.dragTo(columnOf(page, 'New'), { targetPosition: { x: 80, y: 400 } });
  await expect(columnOf(page, 'New')).toContainText('Deccan Pumps');
  await card.dragTo(columnOf(page, 'Contacted'));
  await expectToast(page, moved);
  await expect(columnOf(page, 'Contacted')).toContainText('Deccan Pumps');
  await expect(columnOf(page, 'New').getByRole('article')).toHaveCount(1);
  expect(calls).toBe(1);
  expect((await leads.get(lead.id)).stage_name).toBe('Contacted');
});

test('a card that could not be moved stays where it was, and a message gives the reason', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  await deafen(page);
  const lead = await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'Kanban');
  const card = cardOf(page, 'Deccan Pumps');
  await card.waitFor();
  await breakCalls(page, 'PUT', /\/stage$/);
  await card.dragTo(columnOf(page, 'Qualified'));
  await expectToast(page, 'Error updating lead stage. Please try again.');
  await expect(columnOf(page, 'New')).toContainText('Deccan Pumps');
  await page.unroute(/\/stage$/);
  await leads.convert(lead.id);
  await card.dragTo(columnOf(page, 'Qualified'));
  await expectToast(page, refused);
  await expect(columnOf(page, 'Qualified')).toContainText('No leads');
  await page.reload();
  await expect(columnOf(page, 'Won')).toContainText('Deccan Pumps');
  await card.dragTo(columnOf(page, 'Negotiation'));
  await expectToast(page, refused);
  await expect(columnOf(page, 'Won')).toContainText('Deccan Pumps');
});

test('the keyboard lifts a card, carries it, drops it, and gives it up', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'Kanban');
  const card = cardOf(page, 'Deccan Pumps');
  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(columnOf(page, 'Contacted')).toHaveAttribute('data-over', 'free');
  await expect(columnOf(page, 'Qualified')).not.toHaveAttribute('data-over');
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('Move cancelled. Deccan Pumps is back in its column.'),
  ).toBeAttached();
  await expect(columnOf(page, 'New')).toContainText('Deccan Pumps');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expectToast(page, moved);
  await expect(columnOf(page, 'Qualified')).toContainText('Deccan Pumps');
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText('Qualified');
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
});

test('the menus of a card move it and open what can be done with it', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'Kanban');
  const card = cardOf(page, 'Deccan Pumps');
  await card.getByRole('button', { name: 'Move to…' }).click();
  const stages = page.getByRole('menu', { name: 'Move Deccan Pumps to' });
  await expect(stages.getByRole('menuitem', { name: 'New', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await stages.getByRole('menuitem', { name: 'Proposal' }).click();
  await expectToast(page, moved);
  await expect(columnOf(page, 'Proposal')).toContainText('Deccan Pumps');
  await card.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'View',
    'Edit',
    'Convert',
    'Create Quotation',
    'Log Call',
    'Log Visit',
    'Delete',
  ]);
  await page.getByRole('menuitem', { name: 'Convert' }).click();
  const question = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await question.getByRole('button', { name: 'Convert to Customer' }).click();
  await expectToast(page, 'Lead "Deccan Pumps" has been successfully converted to a customer!');
  await expect(columnOf(page, 'Won')).toContainText('Deccan Pumps');
  await card.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Log Call', 'Log Visit']);
});

test('from creating to converting without a pointer', { tag: '@rehearsal' }, async ({
  page,
  leads: _leads,
}) => {
  await page.goto('/leads');
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  const focused = page.locator(':focus');
  const tabTo = async (name: string) => {
    for (let step = 0; step < 40; step += 1) {
      await press('Tab');
      const text = await focused.evaluate((at) => at.getAttribute('aria-label') ?? at.textContent);
      if (text === name) return;
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  await expect(page.getByRole('heading', { name: 'Lead Management' })).toBeVisible();
  await tabTo('Add New Lead');
  await press('Enter');
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await expect(form.getByLabel('Company Name')).toBeFocused();
  await page.keyboard.type('Deccan Pumps');
  await form.getByLabel('Industry').waitFor();
  while (!(await form.getByLabel('Contact Person').evaluate((at) => at === document.activeElement)))
    await press('Tab');
  await page.keyboard.type('Meera Kulkarni');
  await press('Enter');
  await expectToast(page, 'Lead "Deccan Pumps" has been created successfully');
  await expect(form).toBeHidden();

  const card = cardOf(page, 'Deccan Pumps');
  await expect(page.getByRole('button', { name: 'Add New Lead' })).toBeFocused();
  while (!(await card.evaluate((at) => at === document.activeElement))) await press('Tab');
  await press('Tab', 2);
  await expect(focused).toHaveAccessibleName('More actions');
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible();
  await press('ArrowDown');
  while (
    !(await page
      .getByRole('menuitem', { name: 'Edit' })
      .evaluate((at) => at === document.activeElement))
  )
    await press('ArrowDown');
  await press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Lead' });
  await expect(edit.getByLabel('Company Name')).toBeFocused();
  await press('Tab');
  await page.keyboard.type('Pumps');
  await press('Enter');
  await expectToast(page, 'Lead "Deccan Pumps" has been updated successfully');

  await expect(edit).toBeHidden();
  await expect(focused).toHaveAccessibleName('More actions');
  await press('Shift+Tab', 2);
  await expect(card).toBeFocused();
  await press('Space');
  await press('ArrowRight');
  await press('Space');
  await expectToast(page, moved);
  await expect(card).toBeFocused();
  await press('Tab', 2);
  await press('Enter');
  const convert = page.getByRole('menuitem', { name: 'Convert' });
  while (!(await convert.evaluate((at) => at === document.activeElement))) await press('ArrowDown');
  await press('Enter');
  const question = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await expect(question.getByRole('button', { name: 'Convert to Customer' })).toBeFocused();
  await press('Enter');
  await expectToast(page, 'Lead "Deccan Pumps" has been successfully converted to a customer!');
  await expect(columnOf(page, 'Won')).toContainText('Deccan Pumps');
});
