import { enter, expect, expectAccessible, outsider, signIn, test } from './product';

test('any record is found and opened by keyboard alone', async ({ page, product }) => {
  await enter(page, product);
  await page.goto('/');
  const make = async (path: string, data: object) =>
    expect((await page.request.post(`/api${path}`, { data })).status()).toBe(201);
  await make('/leads', { company_name: 'Deccan Tools', contact_person: 'Meera Kulkarni' });
  await make('/customers', { company_name: 'Deccan Pumps', contact_person: 'Bo Li' });
  await make('/products', { product_name: 'Hex bolt', sku_code: 'DEC-77', unit_price: 5 });

  await expect(page.getByRole('button', { name: 'Search Ctrl K', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const input = dialog.getByRole('combobox', { name: 'Search all records' });
  await expect(input).toBeFocused();
  await page.keyboard.type('d');
  await expect(dialog.getByText('Type at least 2 characters.')).toBeVisible();
  await page.keyboard.type('ec');
  await expect(dialog.getByRole('option')).toHaveText([
    /^Deccan Tools/,
    /^Deccan PumpsCUST-00001/,
    'Hex boltDEC-77',
  ]);
  await expect(dialog.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  const pumps = dialog.getByRole('option', { name: /Deccan Pumps/ });
  await page.keyboard.press('ArrowDown');
  await expect(pumps).toHaveAttribute('aria-selected', 'true');
  await expect(input).toHaveAttribute(
    'aria-activedescendant',
    (await pumps.getAttribute('id')) ?? 'none',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers/);
  await expect(page.getByRole('dialog', { name: 'Customer Details' })).toContainText(
    'Deccan Pumps',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await page.keyboard.type('no such thing');
  await expect(dialog.getByText('No results for "no such thing"')).toBeVisible();
  await input.fill('hex');
  await dialog.getByRole('option', { name: /Hex bolt/ }).click();
  await expect(page).toHaveURL(/\/inventory\/products/);
  await expect(page.getByRole('dialog', { name: 'Product Details' })).toContainText('Hex bolt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await make('/services', { service_name: 'Yearly calibration', service_type: 'AMC' });
  await page.keyboard.press('Control+k');
  await input.fill('calibration');
  await dialog.getByRole('option', { name: /Yearly calibration/ }).click();
  await expect(page).toHaveURL(/\/services/);
  const service = page.getByRole('dialog', { name: 'Edit Service' });
  await expect(service.getByLabel('Service Name')).toHaveValue('Yearly calibration');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const person = { username: 'ravi', password: 'a good password', email: 'ravi@example.com' };
  await make('/users', { ...person, first_name: 'Ravi', last_name: 'Iyer' });
  await page.keyboard.press('Control+k');
  await input.fill('ravi');
  await dialog.getByRole('option', { name: /Ravi Iyer/ }).click();
  await expect(page.getByText('Showing 1 of 2 users')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'ravi@example.com' })).toBeVisible();

  for (let at = 1; at <= 15; at += 1) {
    await make('/leads', { company_name: `Malabar Works ${at}`, contact_person: 'Bo Li' });
  }
  await page.keyboard.press('Control+k');
  await input.fill('malabar');
  await expect(dialog.getByRole('option')).toHaveCount(15);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // Searches are remembered with the person's consent alone, and forgotten with it.
  const stored = () => page.evaluate(() => localStorage.getItem('recent-searches-1'));
  expect(await stored()).toBeNull();
  await page.goto('/privacy');
  await page.getByRole('switch', { name: 'Cookies' }).press('Space');
  await expect(page.getByText('Granted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Search Ctrl K' }).click();
  await input.fill('meera');
  await dialog.getByRole('option', { name: /Deccan Tools/ }).click();
  await expect(page).toHaveURL(/\/leads/);
  await expect(page.getByRole('dialog', { name: 'Lead Details' })).toContainText('Deccan Tools');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  const recent = dialog.getByRole('group', { name: 'Recent records' }).getByRole('option');
  await expect(recent).toHaveText(/^Deccan Tools/);
  await dialog.getByRole('button', { name: 'meera' }).click();
  await expect(input).toHaveValue('meera');
  expect(await stored()).toBe('["meera"]');
  await page.goto('/privacy');
  await page.getByRole('switch', { name: 'Cookies' }).press('Space');
  await expect(page.getByText('Denied', { exact: true })).toHaveCount(4);
  expect(await stored()).toBeNull();
});

test('commands go anywhere, begin a new record and do what the screen can do', async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const input = dialog.getByRole('combobox', { name: 'Search all records' });
  const option = (name: string) => dialog.getByRole('option', { name, exact: true });
  const choose = async (typed: string, name: string) => {
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await page.keyboard.type(typed);
    await expect(option(name)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };

  await expect(page.getByRole('button', { name: 'This Year' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('group', { name: 'On this screen' })).toContainText('This Year');
  await expect(dialog.getByRole('group', { name: 'New' }).getByRole('option')).toHaveText([
    'New Lead',
    'New Customer',
    'New Vendor',
    'New Product',
    'New Service',
    'New Price List',
    'New Quotation',
    'New Order',
    'New Purchase Order',
    'New Goods Receipt',
    'New Invoice',
    'New Payment',
    'New Receipt',
    'New Bill',
    'New Vendor Payment',
    'New Transfer',
    'New Stock Count',
    'New Location',
  ]);
  await expect(option('Go to User Invitations')).toBeAttached();
  await expectAccessible(page);
  await page.keyboard.press('End');
  await expect(option('Sign Out')).toHaveAttribute('aria-selected', 'true');
  await expect(option('Sign Out')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await choose('go cust', 'Go to Customers');
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
  await choose('custom col', 'Customize Columns');
  await expect(page.getByRole('heading', { name: 'Customize Columns' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('import', 'Import CSV');
  const importing = page.getByRole('dialog', { name: 'Import Customers' });
  await expect(importing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(importing).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused();
  await choose('nl', 'New Lead');
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await expect(form.getByLabel('Company Name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(`${product.url}/leads`);
  await choose('colours dark', 'Colours: Dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await choose('sign out', 'Sign Out');
  await expect(page).toHaveURL(/\/login/);
});

test('no one is offered what they may not do', { tag: '@rehearsal' }, async ({
  browser,
  page,
  product,
}) => {
  await enter(page, product);
  const make = async (path: string, data: object) => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.status()).toBe(201);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  const only = { read: 'all', create: false, update: false, delete: false, export: false };
  const role_id = await make('/roles', { name: 'Shelf watch', rights: { products: only } });
  const person = { username: 'asha', password: 'a good password', email: 'asha@example.com' };
  await make('/users', { ...person, first_name: 'Asha', last_name: 'Rao', role_id });
  const asha = await outsider(browser, product);
  await signIn(asha, 'asha', person.password);
  await asha.goto('/');
  await asha.getByRole('button', { name: 'Search Ctrl K' }).click();
  const dialog = asha.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('option', { name: 'Go to Products' })).toBeVisible();
  const names = await dialog.getByRole('option').allInnerTexts();
  expect(names.filter((name) => /^New |Leads|Users|Backups/.test(name))).toEqual([]);
});

test('keys that are typed before the dialog is there go into it, and trigger no shortcut of the screen', {
  tag: '@rehearsal',
}, async ({ page, product }) => {
  await enter(page, product);
  await page.goto('/leads?layout=list');
  await expect(page.getByRole('button', { name: 'Search Ctrl K', exact: true })).toBeVisible();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/Palette-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new');
  arrive();
  const input = page.getByRole('combobox', { name: 'Search all records' });
  await expect(input).toHaveValue('new');
  await page.keyboard.type(' l');
  await expect(input).toHaveValue('new l');
  await expect(page.getByRole('option', { name: 'New Lead' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Create New Lead' })).toBeHidden();
});
