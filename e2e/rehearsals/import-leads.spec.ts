import { enter, expect, expectAccessible, test } from '../product';

const fair = ['Firm;Who;Mail;Value', 'Kaveri Looms;Ravi Iyer;ravi@kaveri.example;1200', ';X;;'];
const file = {
  name: 'fair.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(fair.join('\n')),
};

test('leads come in by mapped columns, after a preview', async ({ page, context, product }) => {
  await enter(context, product);
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('heading', { name: 'Map Columns' })).toBeVisible();
  await expect(dialog.getByText('ravi@kaveri.example')).toBeVisible();
  await expect(dialog.getByLabel('Value')).toHaveValue('annual_revenue');
  await dialog.getByLabel('Firm').selectOption('company_name');
  await dialog.getByLabel('Who').selectOption({ label: 'Contact Person *' });
  await dialog.getByLabel('Mail').selectOption('email');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText('1 would be created');
  const first = dialog.getByRole('region', { name: 'First rows' });
  await expect(first.getByRole('row').nth(1)).toContainText('Kaveri Looms');
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toContainText(
    'Company name is required',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByLabel('Firm')).toHaveValue('company_name');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Import finished')).toBeVisible();

  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByLabel('Firm')).toHaveValue('company_name');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 would not change');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Kaveri Looms')).toBeVisible();

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const more = Buffer.from('company_name,contact_person\nGodavari Forge,Asha Verma\n');
  await dialog.locator('input[type=file]').setInputFiles({ ...file, buffer: more });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 lead restored')).toBeVisible();
  await expect(page.getByText('Godavari Forge')).toBeHidden();
});
