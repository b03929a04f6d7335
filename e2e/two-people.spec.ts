import type { Page } from '@playwright/test';
import { expectToast, openLeads, rowOf, test } from './leads';
import { enter, expect, expectAccessible } from './product';

const saved = 'Lead "Deccan Pumps" has been updated successfully';

/** The form of the lead, opened from the list. */
async function openForm(page: Page) {
  await openLeads(page, 'List');
  await rowOf(page, 'Deccan Pumps').getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lead' });
  const save = form.getByRole('button', { name: 'Save Lead' });
  return { form, city: form.getByLabel('City'), phone: form.getByLabel('Phone'), save };
}

test('two people edit one lead: changes to different fields are both stored, for the same field the second chooses', async ({
  page,
  browser,
  leads,
  product,
}) => {
  const { id } = await leads.add({ company_name: 'Deccan Pumps', city: 'Pune', lead_score: 40 });
  const context = await browser.newContext({ baseURL: product.url });
  await enter(context, product);
  const other = await context.newPage();
  const [mine, theirs] = [await openForm(page), await openForm(other)];

  await theirs.city.fill('Nashik');
  await theirs.save.click();
  await expectToast(other, saved);
  await mine.phone.fill('020 2567 8901');
  await mine.save.click();
  await expectToast(page, saved);
  expect(await leads.get(id)).toMatchObject({ city: 'Nashik', phone: '020 2567 8901' });

  const again = await openForm(page);
  const otherForm = await openForm(other);
  await otherForm.city.fill('Kolhapur');
  await otherForm.form.getByLabel('Lead Score').fill('75');
  await otherForm.save.click();
  await expect(otherForm.form).toBeHidden();
  await again.city.fill('Goa');
  await again.phone.fill('');
  await again.save.click();
  const question = page.getByRole('dialog', { name: 'Changed by someone else' });
  const city = question.getByRole('radiogroup', { name: 'City' });
  await expect(question.getByRole('radiogroup')).toHaveCount(1);
  await expect(city).toContainText('Goa');
  await expect(city).toContainText('Kolhapur');
  await expect(question.getByRole('button', { name: 'Save' })).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(again.city).toHaveValue('Goa');
  expect(await leads.get(id)).toMatchObject({ city: 'Kolhapur', phone: '020 2567 8901' });

  await again.save.click();
  await city.getByRole('radio', { name: 'Theirs' }).check();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(again.form).toBeHidden();
  expect(await leads.get(id)).toMatchObject({ city: 'Kolhapur', phone: null, lead_score: 75 });

  const last = await openForm(page);
  await last.city.fill('Goa');
  await leads.change(id, { city: 'Satara' });
  await last.save.click();
  await expect(city.getByRole('radio', { name: 'Yours' })).toBeChecked();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(last.form).toBeHidden();
  expect(await leads.get(id)).toMatchObject({ city: 'Goa', lead_score: 75 });
  await context.close();
});

test('a record that someone else deletes leaves its details with a message, and its form keeps the text', {
  tag: '@rehearsal',
}, async ({ page, leads }) => {
  const deleted = 'This record was deleted, or you no longer have access to it.';
  const [viewed, edited] = [
    await leads.add({ company_name: 'Deccan Valves' }),
    await leads.add({ company_name: 'Deccan Pumps' }),
  ];
  await openLeads(page, 'List');
  await rowOf(page, 'Deccan Valves').getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Lead Details' });
  await expect(details).toBeVisible();
  await leads.remove(viewed.id);
  await expectToast(page, deleted);
  await expect(details).toBeHidden();

  const { form, city } = await openForm(page);
  await city.fill('Nashik');
  await leads.remove(edited.id);
  await expectToast(page, deleted);
  await expect(city).toHaveValue('Nashik');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  // Your own deletion needs no such message.
  await leads.add({ company_name: 'Deccan Motors' });
  await rowOf(page, 'Deccan Motors').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(rowOf(page, 'Deccan Motors')).toHaveCount(0);
  await expect(page.getByText(deleted)).toHaveCount(0);

  const { id } = await leads.add({ company_name: 'Deccan Gears' });
  await page.goto(`/leads/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await city.fill('Nashik');
  await leads.remove(id);
  await expectToast(page, deleted);
  await expect(page.getByRole('heading', { name: 'Lead not found' })).toBeAttached();
  await expect(city).toHaveValue('Nashik');
});
