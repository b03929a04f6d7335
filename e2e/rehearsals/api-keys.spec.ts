import { enter, expect, expectAccessible, outsider, signIn, test, usualPassword } from '../product';

test('an administrator creates an API key, copies it and calls with it, rotates and revokes it', async ({
  browser,
  context,
  database,
  page,
  playwright,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, product);
  await page.goto('/');
  await page.getByRole('link', { name: 'API Keys' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Keys');
  await expect(page.getByText('Let other programs use your data')).toBeVisible();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await expectAccessible(page);
  const headers = page.getByRole('columnheader');
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API Key' });
  await form.getByLabel('Name').fill('Web shop');
  const roles = ['Select…', 'Sales', 'Accounts', 'Stores', 'Viewer'];
  await expect(form.getByLabel('Role').getByRole('option')).toHaveText(roles);
  await form.getByLabel('Role').selectOption('Sales');
  await form.getByLabel('Networks').fill('10.0.0.0/33');
  await form.getByRole('button', { name: 'Create API Key' }).click();
  await expect(form).toContainText('"10.0.0.0/33" is not an address or a network');
  await form.getByLabel('Networks').fill('127.0.0.0/8\n::1');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create API Key' }).click();

  const shown = page.getByRole('dialog', { name: 'API Key', exact: true });
  await expect(shown).toContainText('Copy this key now. It is shown only once.');
  await expectAccessible(page);
  const copied = async () => {
    const key = await shown.getByLabel('API Key').inputValue();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('API Key copied').last()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await shown.getByRole('button', { name: 'Close' }).click();
    await expect(shown).toBeHidden();
    return key;
  };
  const program = await playwright.request.newContext({ baseURL: product.url });
  const lead = { company_name: 'Vaigai Pumps', contact_person: 'Ravi Iyer' };
  const callWith = (key: string) =>
    program.post('/api/leads', { data: lead, headers: { authorization: `Bearer ${key}` } });
  const first = await copied();
  expect((await callWith(first)).status()).toBe(201);
  await expect(headers).toHaveText([
    'Name',
    'Role',
    'Workspace',
    'Expires',
    'Last Used',
    'Actions',
  ]);
  const row = page.getByRole('row').filter({ hasText: 'Web shop' });
  await expect(row).toContainText('Sales');
  await expect(row).toContainText('Whole company');
  // What the server counted is written within seconds, and the open list shows it.
  await expect(row).toContainText('Today', { timeout: 20_000 });

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit API Key' });
  await expect(edit.getByLabel('Networks')).toHaveValue('127.0.0.0/8\n::1');
  await edit.getByLabel('Name').fill('Web shop 2');
  await edit.getByLabel('Networks').fill('');
  await edit.getByRole('button', { name: 'Save API Key' }).click();
  await expect(page.getByText('API key updated successfully')).toBeVisible();
  const changed = page.getByRole('row').filter({ hasText: 'Web shop 2' });

  await database.query(`update sessions set created_at = created_at - interval '20 minutes'`);
  await changed.getByRole('button', { name: 'Rotate' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate API Key' });
  await expect(rotate).toContainText('You get a new key. The present one works for 24 more hours.');
  await rotate.getByLabel('Overlap (hours)').fill('0');
  await expect(rotate).toContainText('You get a new key. The present one ends at once.');
  await rotate.getByLabel('Overlap (hours)').fill('48');
  await rotate.getByRole('button', { name: 'Rotate API Key' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm Your Identity' });
  await proof.getByLabel('Your Password').fill(product.adminPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  const second = await copied();
  expect(second).not.toBe(first);
  expect((await callWith(first)).status()).toBe(201);
  expect((await callWith(second)).status()).toBe(201);

  await page.goto('/activity');
  await expect(page.getByText('Web shop 2 (API key)').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/api-keys');
  await expect(page.getByText('Web shop 2')).toBeVisible();
  await expectAccessible(page);
  const wider = () => document.documentElement.scrollWidth > window.innerWidth;
  expect(await page.evaluate(wider)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await changed.getByRole('button', { name: 'Revoke' }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke API Key' });
  await expect(revoke).toContainText('Programs that use this key lose access at once.');
  await revoke.getByRole('button', { name: 'Revoke API Key' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect((await callWith(second)).status()).toBe(401);
  await program.dispose();

  const user = { username: 'ravi', first_name: 'Ravi', last_name: 'Iyer', password: usualPassword };
  await page.request.post('/api/users', { data: { ...user, email: 'ravi@example.com' } });
  const other = await outsider(browser, product);
  await signIn(other, 'ravi', usualPassword);
  await other.goto('/api-keys');
  await expect(other).toHaveURL(`${product.url}/`);
  await expect(other.getByRole('link', { name: 'API Keys' })).toHaveCount(0);
});
