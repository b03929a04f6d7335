import { enter, expect, expectAccessible, test } from './product';

const shelf = [
  ['Gear pump', 'GP-75', '8901000000012', 10],
  ['Ball valve', 'BV-25', null, 4],
  ['Flange', 'FL-40', null, 6],
  ['Flange, coated', 'FL-40-C', 'FL-40', 3],
] as const;

test('a shelf is counted by a scanner and the keyboard alone, and posted', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  const ids = new Map<string, number>();
  const make = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.status(), await response.text()).toBe(201);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  for (const [product_name, sku_code, barcode, stock_quantity] of shelf) {
    const values = { product_name, sku_code, barcode, stock_quantity };
    ids.set(sku_code, await make('/products', { ...values, unit_price: 100, cost_price: 50 }));
  }
  await make('/products', {
    product_name: 'Steel coil',
    sku_code: 'COIL',
    unit_price: 90,
    tracking: 'lot',
  });

  await page.goto('/counts?new=1');
  const form = page.getByRole('dialog', { name: 'New Stock Count' });
  await expect(form.getByLabel('Location')).toHaveValue('1');
  await expectAccessible(page);
  await form.getByLabel('Count Date').press('Enter');
  await expect(page.getByText('Stock count created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^SC-/ })).toBeVisible();

  const input = page.getByLabel('Scan or type a code');
  await expect(input).toBeFocused();
  // As a scanner types: codes and Enter without a pause.
  const scan = async (...codes: string[]) => {
    for (const code of codes) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
  };
  await scan('8901000000012', 'GP-75', '8901000000012');
  // A click takes the focus away.
  await page.getByRole('heading', { level: 1 }).click();
  await expect(input).not.toBeFocused();
  await scan('8901000000012', 'bv-25');
  const last = page.getByRole('list', { name: 'Counted last' }).getByRole('listitem');
  await expect(last.first()).toContainText('Ball valve');
  await expect(last.first()).toContainText('1 each');
  await expect(last.nth(1)).toContainText('4 each');
  await expect(input).toBeFocused();

  await page.keyboard.type('GP-75');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(last.first()).toContainText('9 each');
  await expect(input).toBeFocused();

  await scan('NOWHERE', 'FL-40', 'COIL');
  const failed = page.getByRole('list', { name: 'Not counted' }).getByRole('listitem');
  await expect(failed).toHaveCount(3);
  await expect(failed.first()).toContainText('No product or lot has the code "NOWHERE"');
  await expectAccessible(page);
  const forward = async (name: string) => {
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press('Tab');
      const focus = page.locator(':focus');
      const own = (await focus.getAttribute('aria-label')) ?? (await focus.textContent());
      if (own === name) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await forward('Dismiss NOWHERE');
  await page.keyboard.press('Enter');
  await expect(failed).toHaveCount(2);
  await forward('Product Flange, coated');
  await page.keyboard.press('Enter');
  await expect(failed).toHaveCount(1);
  await expect(last.first()).toContainText('Flange, coated');
  await forward('Lot of COIL');
  await page.keyboard.type('HEAT-7');
  await page.keyboard.press('Enter');
  await expect(failed).toHaveCount(0);
  await expect(last.first()).toContainText('HEAT-7');
  await expect(input).toBeFocused();

  await forward('Counted of Ball valve');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(last.first()).toContainText('Ball valve');
  await expect(last.first()).toContainText('4 each');
  await expect(input).toBeFocused();

  await page.getByRole('button', { name: 'Remove Flange, coated' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Line' });
  await expect(removal).toContainText('1 each');
  await removal.getByRole('button', { name: 'Cancel' }).click();
  await expect(input).toBeFocused();

  await page.getByRole('button', { name: 'Post Count' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Post Count' });
  await question.getByLabel('Set what was not counted to zero').press('Space');
  await question.getByRole('button', { name: 'Post Count' }).press('Enter');
  await expect(page.getByText('Stock count posted successfully')).toBeVisible();
  await expect(page.getByText('Posted', { exact: true })).toBeVisible();
  await expect(input).toHaveCount(0);
  await expectAccessible(page);
  const stock = async (sku: string) => {
    const response = await page.request.get(`/api/products/${ids.get(sku)}`);
    return ((await response.json()) as { data: { stock_quantity: number } }).data.stock_quantity;
  };
  expect(await Promise.all(shelf.map(([, sku]) => stock(sku)))).toEqual([9, 4, 0, 1]);

  await page.goto('/counts');
  const row = page.getByRole('row', { name: /SC-/ });
  await expect(row.getByRole('button', { name: /Count Sheet/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /Post Count/ })).toHaveCount(0);
});
