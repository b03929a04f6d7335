import { card, cardIn, column, makeLead, openPipeline, toast } from '../pipeline-board';
import { expect, expectAccessible, outsider, test } from '../product';

// All six stages side by side.
test.use({ viewport: { width: 1920, height: 960 } });

test('an administrator adds, renames, orders and switches stages, and other browsers follow', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await openPipeline(page, product.adminPassword);
  await makeLead(page, 'Konkan Castings');
  const other = await outsider(browser, product);
  await other.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data?: { user: { role: string } } };
    if (body.data) body.data.user.role = 'user';
    await route.fulfill({ response, json: body });
  });
  await openPipeline(other, product.adminPassword);
  await expect(card(other, 'Konkan Castings')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Manage stages' })).toBeHidden();

  await page.getByRole('button', { name: 'Manage stages' }).click();
  const manager = page.getByRole('dialog', { name: 'Manage stages' });
  const row = (name: string) => manager.getByRole('listitem').filter({ hasText: name });
  await expectAccessible(page);
  await manager.getByRole('button', { name: 'Add Stage' }).click();
  const form = page.getByRole('dialog', { name: 'Add Stage' });
  await form.getByLabel('Stage Name').fill('proposal');
  await form.getByLabel('Description').fill('The plant was seen');
  await form.getByRole('button', { name: 'Create Stage' }).click();
  await expect(form.getByText('There is already a stage called Proposal').first()).toBeVisible();
  await form.getByLabel('Stage Name').fill('Site visit');
  await form.getByRole('button', { name: 'Create Stage' }).click();
  await expect(toast(page, 'Stage "Site visit" has been created successfully')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(column(other, 'Site visit')).toContainText('The plant was seen');

  await row('Site visit').getByRole('button', { name: 'Move Site visit up' }).click();
  await expect(manager.getByRole('listitem').nth(5)).toContainText('Site visit');
  await expect(manager.getByRole('listitem').nth(6)).toContainText('Won');
  await row('Site visit')
    .locator('[data-grip]')
    .dragTo(row('Contacted'), {
      targetPosition: { x: 100, y: 4 },
    });
  await expect(manager.getByRole('listitem').nth(1)).toContainText('Site visit');
  await expect(other.getByRole('heading', { level: 2 })).toHaveText([
    'New',
    'Site visit',
    'Contacted',
    'Qualified',
    'Proposal',
    'Negotiation',
    'Won',
  ]);

  await manager.getByRole('button', { name: 'Edit New' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Stage' });
  await edit.getByLabel('Stage Name').fill('Fresh');
  await edit.getByRole('button', { name: 'Save Stage' }).click();
  await expect(toast(page, 'Stage "Fresh" has been updated successfully')).toBeVisible();
  await expect(cardIn(other, 'Fresh', 'Konkan Castings')).toBeVisible();

  await manager.getByRole('switch', { name: /^Site visit/ }).press('Space');
  await expect(manager.getByRole('switch', { name: 'Site visit is Off' })).not.toBeChecked();
  await expect(column(other, 'Site visit')).toBeHidden();
  await manager.getByRole('switch', { name: /^Fresh/ }).press('Space');
  await expect(row('Fresh').getByRole('alert')).toHaveText(
    'Fresh has 1 lead and cannot be deactivated. Move it to another stage first.',
  );
  await expect(manager.getByRole('switch', { name: 'Fresh is On' })).toBeChecked();
  await row('Fresh').getByRole('button', { name: 'Show this lead' }).click();
  await expect(manager).toBeHidden();
  await expect(page.getByRole('grid', { name: 'Pipeline' })).toContainText('Konkan Castings');
  await expect(page.getByRole('button', { name: 'Remove filter Stage: Fresh' })).toBeVisible();
});
