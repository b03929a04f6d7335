import { enter, expect, expectAccessible, test } from '../product';

test('a day begins with what is due, and is empty when all of it is ticked', async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('link', { name: 'My Day' }).click();
  await expect(page.getByRole('heading', { name: 'My Day' })).toBeVisible();
  await expect(page.getByText('Nothing is due today')).toBeVisible();
  const body = { company_name: 'Deccan Tools', contact_person: 'Meera Kulkarni' };
  const created = (await (await page.request.post('/api/leads', { data: body })).json()) as {
    data: { id: number };
  };
  const { data: day } = (await (await page.request.get('/api/my-day')).json()) as {
    data: { date: string };
  };
  for (const [text, due_date] of [
    ['Send the drawing', day.date],
    ['Visit the foundry', '2020-01-31'],
  ]) {
    const response = await page.request.post(`/api/leads/${created.data.id}/next-steps`, {
      data: { text, due_date },
    });
    expect(response.status()).toBe(201);
  }

  // A step that is planned elsewhere appears without a reload.
  const overdue = page.getByRole('region', { name: 'Overdue' }).getByRole('listitem');
  const due = page.getByRole('region', { name: 'Due Today' }).getByRole('listitem');
  await expect(due).toContainText('Send the drawing');
  await expect(due.locator('time')).toHaveText('Today');
  await expect(overdue).toContainText('Visit the foundry');
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Mark "Visit the foundry" as done' }).check();
  await expect(page.getByText('Next step done')).toBeVisible();
  await expect(overdue).toHaveCount(0);
  await due.getByRole('link', { name: 'Deccan Tools' }).click();
  await expect(page).toHaveURL(`/leads/${created.data.id}`);
  await page.goBack();
  await page.getByRole('checkbox', { name: 'Mark "Send the drawing" as done' }).check();
  await expect(page.getByText('Nothing is due today')).toBeVisible();
});
