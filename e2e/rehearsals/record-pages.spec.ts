import { storedDrafts } from '../drafts';
import { client, expect, expectAccessible, signIn, test } from '../product';

test('a record has a page with its details and notes, also for a user who signs in first', async ({
  page,
  product,
}) => {
  const api = await client(product);
  const data = { company_name: 'Deccan Pumps', contact_person: 'Meera Kulkarni' };
  const created = await api.post('/api/leads', { data });
  const lead = ((await created.json()) as { data: { id: number } }).data.id;
  const ravi = { username: 'ravi', email: 'ravi@example.com', password: 'correct horse battery' };
  await api.post('/api/users', {
    data: { ...ravi, first_name: 'Ravi', last_name: 'Iyer', role: 'admin' },
  });

  await page.goto(`/leads/${lead}`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(product.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deccan Pumps' })).toBeVisible();
  await expect(page).toHaveURL(`/leads/${lead}`);
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible();
  await expectAccessible(page);

  // The page follows what others change.
  await api.put(`/api/leads/${lead}`, { data: { contact_person: 'Asha Verma' } });
  await expect(page.getByRole('definition').filter({ hasText: 'Asha Verma' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lead' });
  await form.getByLabel('Company Name').fill('Deccan Pumps Pvt Ltd');
  await form.getByRole('button', { name: 'Save Lead' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deccan Pumps Pvt Ltd' })).toBeVisible();

  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(page).toHaveURL(`/leads/${lead}?tab=notes`);
  await expect(page.getByText('No notes yet')).toBeVisible();
  const note = page.getByRole('textbox', { name: 'Add Note' });
  await note.pressSequentially('Price agreed, @ravi');
  await expect(page.getByRole('option', { name: 'Ravi Iyer' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(page);
  await note.press('Enter');
  await expect(note).toHaveValue('Price agreed, @Ravi Iyer ');
  await page.getByRole('button', { name: 'Save Note' }).click();
  const notes = page.getByRole('list', { name: 'Notes' });
  await expect(notes.getByRole('listitem')).toContainText('Price agreed, @Ravi Iyer');
  await expect(note).toHaveValue('');
  await expectAccessible(page);

  // What is typed and not saved outlives a reload.
  await note.fill('To be continued');
  await expect.poll(() => storedDrafts(page)).toHaveLength(1);
  await page.reload();
  await expect(note).toHaveValue('To be continued');
  await note.fill('');
  await notes.getByRole('button', { name: /^Edit note by/ }).click();
  await notes.getByRole('textbox', { name: 'Edit Note' }).fill('Price agreed: 4 %');
  await notes.getByRole('button', { name: 'Save Note' }).click();
  await expect(notes).toContainText('Price agreed: 4 %');
  await notes.getByRole('button', { name: /^Delete note by/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Note' }).click();
  await expect(page.getByText('No notes yet')).toBeVisible();

  const theirs = await page.context().browser()?.newContext({ baseURL: product.url });
  const other = await theirs?.newPage();
  if (!other) throw new Error('There is a browser');
  await signIn(other, ravi.username, ravi.password);
  await other.goto('/');
  await other
    .getByRole('button', { name: /Notifications/ })
    .first()
    .click();
  await other.getByRole('link', { name: 'Unread: Mentioned in a note' }).click();
  await expect(other).toHaveURL(`/leads/${lead}?tab=notes`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Deccan Pumps Pvt Ltd');
});
