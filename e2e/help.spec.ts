import { enter, expect, expectAccessible, test } from './product';

test('help explains a screen, and the reference opens from it and from Ctrl+K', {
  tag: '@rehearsal',
}, async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Help' });
  await expect(panel.getByRole('heading', { name: 'What you can do' })).toBeVisible();
  await expect(panel.getByRole('list').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  const opening = context.waitForEvent('page');
  await panel.getByRole('link', { name: 'Read more in the reference' }).click();
  const reference = await opening;
  await expect(reference.getByRole('heading', { level: 1 })).toHaveText('Orders');
  await reference.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(reference.getByRole('heading', { level: 1 })).toHaveText('Product reference');
  await expectAccessible(reference);

  await page.bringToFront();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('stock follows');
  const again = context.waitForEvent('page');
  await page.getByRole('option', { name: 'Help: Orders' }).click();
  await expect((await again).getByRole('heading', { level: 1 })).toHaveText('Orders');
});
