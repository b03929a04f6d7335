import { test } from '../leads';
import { expect, expectAccessible } from '../product';

test('a lead tells who changed what, and shows itself as it was on a day', async ({
  page,
  leads,
}) => {
  const lead = await leads.add({ company_name: 'Deccan Pumps', phone: '+91 98200 11111' });
  await leads.change(lead.id, { phone: '+91 98200 22222', lead_score: 40 });
  await page.goto(`/leads?view=${lead.id}`);
  const details = page.getByRole('dialog', { name: 'Lead Details' });
  await details.getByRole('button', { name: 'Show History' }).click();
  const changes = details.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('Changed');
  await expect(changes.first()).toContainText('Site Administrator');
  await expect(changes.first()).toContainText(
    /Phone\s*from \+91 98200 11111 → to \+91 98200 22222/,
  );
  await expect(changes.first()).toContainText(/Lead Score\s*from –nothing → to 40/);
  await expect(changes.last()).toContainText(/Created.*Deccan Pumps/);
  await expectAccessible(page);

  // Another change, made elsewhere, appears without a reload.
  await leads.change(lead.id, { city: 'Pune' });
  await expect(changes).toHaveCount(3);

  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  await details.getByLabel('As of').fill(day);
  await expect(details.getByText('+91 98200 22222').last()).toBeVisible();
  await expectAccessible(page);
  await details.getByLabel('As of').fill('2020-01-01');
  await expect(details.getByRole('alert')).toHaveText('Lead not found');
  await details.getByRole('button', { name: 'Back to Changes' }).click();
  await expect(changes).toHaveCount(3);
});
