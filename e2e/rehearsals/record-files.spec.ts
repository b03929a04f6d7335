import { client, enter, expect, expectAccessible, test } from '../product';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

test('files and next steps are kept on the page of a record', async ({
  page,
  context,
  product,
}) => {
  const api = await client(product);
  const data = { company_name: 'Deccan Pumps', contact_person: 'Meera Kulkarni' };
  const created = await api.post('/api/leads', { data });
  const lead = ((await created.json()) as { data: { id: number } }).data.id;
  await enter(context, product);
  await page.goto(`/leads/${lead}?tab=files`);
  await expect(page.getByText('No files yet')).toBeVisible();
  await expectAccessible(page);

  // One that is refused does not stop the others.
  await page.getByLabel('Choose files').setInputFiles([
    { name: 'drawing.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') },
    { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
    { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
  ]);
  const files = page.getByRole('list', { name: 'Files', exact: true });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(files.getByRole('listitem').first()).toContainText('photo.png');
  await expect(page.getByRole('alert')).toContainText('does not match its name');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss page.pdf' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open photo.png' }).click();
  await expect(page.getByRole('img', { name: 'photo.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download drawing.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('drawing.pdf');
  await page.getByRole('button', { name: 'Delete drawing.pdf' }).click();
  await page.getByRole('button', { name: 'Delete File' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('tab', { name: 'Details' }).click();
  const steps = page.getByRole('region', { name: 'Next Steps' });
  await steps.getByRole('button', { name: 'Add Next Step' }).click();
  const form = page.getByRole('dialog', { name: 'Add Next Step' });
  await form.getByLabel('Next Step').fill('Send the drawing');
  await form.getByLabel('Due Date').fill('2020-01-31');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save Next Step' }).click();
  await expect(steps.getByRole('listitem')).toContainText('31 Jan 2020');
  await expect(steps.getByText('Overdue')).toBeVisible();
  await steps.getByRole('checkbox', { name: 'Mark "Send the drawing" as done' }).check();
  await expect(steps.getByText('Done')).toBeVisible();
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Delete "Send the drawing"' }).click();
  await page.getByRole('button', { name: 'Delete Next Step' }).click();
  await expect(steps.getByText('No next steps')).toBeVisible();
});
