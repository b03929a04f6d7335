import { test } from '../leads';
import { expect, expectAccessible } from '../product';

test('the fields of a record are edited on its page, by keyboard too', async ({ page, leads }) => {
  const { id } = await leads.add({ company_name: 'Deccan Pumps', email: 'meera@deccan.example' });
  await page.goto(`/leads/${id}`);
  const change = (field: string) => page.getByRole('button', { name: `Change ${field}` });
  await change('Contact Person').focus();
  await page.keyboard.press('e');
  const person = page.getByRole('textbox', { name: 'Contact Person' });
  await expect(person).toBeFocused();
  await page.keyboard.type('Asha Verma');
  await page.keyboard.press('Escape');
  await expect(change('Contact Person')).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: 'Meera Kulkarni' })).toBeVisible();

  await page.keyboard.press('Enter');
  await page.keyboard.type('Asha Verma');
  await page.keyboard.press('Tab');
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: 'Asha Verma' })).toBeVisible();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expectAccessible(page);
  await email.fill('asha@deccan.example');
  await email.press('Enter');
  await expect(page.getByRole('link', { name: 'asha@deccan.example' })).toBeVisible();
  await expect(change('Email')).toBeFocused();
  await change('City').click();
  await page.getByRole('textbox', { name: 'City' }).fill('Pune');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: 'Pune' })).toBeVisible();
  await expectAccessible(page);

  // Someone else is quicker: the typed text stays, with their value.
  await change('Industry').click();
  await leads.change(id, { industry: 'Castings' });
  const industry = page.getByRole('textbox', { name: 'Industry' });
  await industry.fill('Forgings');
  await industry.press('Enter');
  await expect(industry).toHaveAccessibleDescription(/Someone else changed this to “Castings”/);
  await industry.press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: 'Forgings' })).toBeVisible();

  await leads.convert(id);
  await expect(change('City')).toHaveCount(0);
});
