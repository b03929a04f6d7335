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
