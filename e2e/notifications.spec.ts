import { type APIRequestContext, request } from '@playwright/test';
import { enter, expect, expectAccessible, type Product, test } from './product';

let count = 0;

/** A colleague, signed in without a browser. */
async function colleague(admin: APIRequestContext, product: Product): Promise<APIRequestContext> {
  count += 1;
  const username = `colleague-${count}`;
  const account = {
    username,
    email: `${username}@example.com`,
    password: 'a good password',
    first_name: 'Ravi',
    last_name: 'Iyer',
  };
  expect((await admin.post(`${product.url}/api/users`, { data: account })).status()).toBe(201);
  const other = await request.newContext({ baseURL: product.url });
  const { password } = account;
  const response = await other.post('/api/auth/login', { data: { username, password } });
  expect(response.status()).toBe(200);
  return other;
}

test('a colleague’s lead rings the bell within a second, leads to the record, and is read', async ({
  page,
  context,
  product,
}) => {
  await enter(context, product);
  const other = await colleague(context.request, product);
  await context.request.post('/api/notifications/read', { data: { all: true } });
  await page.goto('/services');
  await expect(page.getByRole('heading', { name: 'Services' })).toBeVisible();
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');

  const lead = { company_name: 'Konkan Castings', contact_person: 'Meera Kulkarni' };
  // The line to the server may still be on its way up: until then nothing could ring.
  await expect(async () => {
    await context.request.post('/api/notifications/read', { data: { all: true } });
    await other.post('/api/leads', { data: lead });
    await expect(bell).toHaveText('1', { timeout: 1000 });
  }).toPass();
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');

  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link', { name: /Lead created/ }).first()).toContainText(
    'Ravi Iyer',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();

  await bell.click();
  await panel.getByRole('link', { name: /^Unread: Lead created/ }).click();
  await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText('Konkan Castings');
  await page.keyboard.press('Escape');
  await expect(bell).toHaveAccessibleName('Notifications');
  await page.reload();
  await expect(bell).toHaveAccessibleName('Notifications');
});

test('the choices are the documented ones, are saved, survive a reload and are obeyed', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(page.getByRole('heading', { name: 'Notification Settings' })).toBeVisible();
  const on = (name: string) => page.getByRole('switch', { name, exact: true });
  for (const [event, email, push, sms] of [
    ['New Leads', true, true, false],
    ['Lead Updates', true, false, false],
    ['New Orders', true, true, true],
    ['Payment Received', true, true, false],
    ['Invoice Overdue', true, true, true],
    ['Team Updates', false, true, false],
    ['System Maintenance', true, false, false],
  ] as const) {
    await expect(on(`${event}: Email`)).toBeChecked({ checked: email });
    await expect(on(`${event}: Push`)).toBeChecked({ checked: push });
    await expect(on(`${event}: SMS`)).toBeChecked({ checked: sms });
  }
  await expect(on('Do Not Disturb')).not.toBeChecked();
  await expect(on('Email Digest')).toBeChecked();
  await expect(page.getByText('SMS is not connected.')).toBeVisible();
  await expectAccessible(page);

  await on('New Leads: Push').press('Space');
  await on('Team Updates: SMS').press('Space');
  await on('Do Not Disturb').press('Space');
  await on('Email Digest').press('Space');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Notification settings saved successfully')).toBeVisible();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  await page.reload();
  await expect(on('New Leads: Push')).not.toBeChecked();
  await expect(on('New Leads: Email')).toBeChecked();
  await expect(on('Team Updates: SMS')).toBeChecked();
  await expect(on('Do Not Disturb')).toBeChecked();
  await expect(on('Email Digest')).not.toBeChecked();

  const other = await colleague(page.request, product);
  const lead = { company_name: 'Silent Works', contact_person: 'Bo Li' };
  expect((await other.post('/api/leads', { data: lead })).status()).toBe(201);
  const account = { first_name: 'Asha', last_name: 'Rao', password: 'a good password' };
  await page.request.post('/api/users', {
    data: { ...account, username: 'boss-two', email: 'boss2@example.com', role: 'admin' },
  });
  const boss = await request.newContext({ baseURL: product.url });
  await boss.post('/api/auth/login', {
    data: { username: 'boss-two', password: account.password },
  });
  await other.post('/api/leads', { data: { ...lead, company_name: 'Loud Works' } });
  const labels = async (who: APIRequestContext) => {
    const response = await who.get('/api/notifications');
    const { data } = (await response.json()) as { data: { record: { label: string } | null }[] };
    return data.map(({ record }) => record?.label);
  };
  // Notifications are sent in order: once the later one has arrived elsewhere, the earlier one would be here.
  await expect.poll(() => labels(boss)).toContain('Loud Works');
  expect(await labels(page.request)).not.toContain('Silent Works');
  expect(await labels(page.request)).not.toContain('Loud Works');
  await page.request.put('/api/notifications/preferences', {
    data: { events: [{ id: 'new-leads', push: true }], do_not_disturb: false },
  });
});
