import { enter, expect, expectAccessible, test } from '../product';

test('an administrator changes how long traces are kept, and confirms what goes for good', async ({
  database,
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/retention');
  const list = page.getByRole('list', { name: 'Retention' });
  const line = list.getByRole('listitem').filter({ hasText: 'Notifications in the bell menu' });
  await expect(line).toContainText('90 days');
  await expect(list.getByRole('button', { name: 'Edit Idempotency keys' })).toHaveCount(0);
  await expectAccessible(page);

  const form = page.getByRole('dialog', { name: 'Notifications' });
  const save = async (days: string) => {
    await line.getByRole('button', { name: 'Edit Notifications' }).click();
    await form.getByLabel('Days').fill(days);
    await form.getByRole('button', { name: 'Save' }).click();
  };
  await save('6');
  await expect(form).toContainText('Notifications can be kept from 7 to 365 days');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await database.query(`update sessions set created_at = created_at - interval '20 minutes'`);

  // More days take nothing away.
  await save('120');
  await expect(line).toContainText('120 days');
  await save('30');
  const proof = page.getByRole('dialog', { name: 'Confirm Your Identity' });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeVisible();
  await expect(line).toContainText('120 days');
  await form.getByRole('button', { name: 'Save' }).click();
  await proof.getByLabel('Your Password').fill(product.adminPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toBeHidden();
  await expect(line).toContainText('30 days');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(line).toContainText('30 days');
  await expectAccessible(page);
  const wider = () => document.documentElement.scrollWidth > window.innerWidth;
  expect(await page.evaluate(wider)).toBe(false);
});
