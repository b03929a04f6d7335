import { dayFrom, pick } from './orders';
import { enter, expect, expectAccessible, test } from './product';

test('a transfer moves goods of two products to another location, and is cancelled', async ({
  page,
  product,
}) => {
  await enter(page, product);
  const make = async (path: string, data: object): Promise<number> => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { data: { id: number } }).data.id;
  };
  await make('/locations', { name: 'Paint Shop' });
  const bracket = { product_name: 'Bracket', sku_code: 'BR-1', unit_price: 40 };
  const held = await make('/products', { ...bracket, stock_quantity: 50 });
  const coil = { product_name: 'Coil', sku_code: 'CO-1', unit_price: 900, tracking: 'lot' };
  const tracked = await make('/products', coil);
  const heat = { adjustment_type: 'in', quantity: 8, lot_number: 'Heat 7' };
  await make(`/products/${tracked}/adjust-stock`, heat);

  await page.goto('/transfers');
  await page.getByRole('button', { name: 'New Transfer' }).click();
  const form = page.getByRole('dialog', { name: 'New Transfer' });
  await form.getByLabel('From').selectOption('Main');
  await form.getByLabel('To', { exact: true }).selectOption('Paint Shop');
  const first = form.getByRole('group', { name: 'Item 1' });
  await pick(page, first.getByRole('combobox', { name: 'Product' }), 'bracket', 'Bracket');
  await expect(first.getByText('50 each in Main')).toBeVisible();
  await first.getByLabel('Quantity').fill('20');
  await form.getByRole('button', { name: 'Add Item' }).click();
  const second = form.getByRole('group', { name: 'Item 2' });
  await pick(page, second.getByRole('combobox', { name: 'Product' }), 'coil', 'Coil');
  await second.getByLabel('Quantity').fill('3');
  await second.getByLabel('Lot').fill('Heat 7');
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(page.getByText('Goods transferred successfully!')).toBeVisible();

  const row = page.getByRole('row', { name: /TR-\d\d-\d\d-00001/ });
  await expect(row).toContainText('Done');
  await expectAccessible(page);
  await page.goto('/transfers/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^TR-\d\d-\d\d-00001$/);
  await expect(page.getByText(/^Lots: Heat 7( × |$)/)).toBeVisible();
  await expectAccessible(page);
  const stock = async (id: number) => {
    const response = await page.request.get(`/api/products/${id}/stock`);
    const { data } = (await response.json()) as {
      data: { levels: { location_name: string; quantity: number }[] };
    };
    return data.levels.map(({ location_name, quantity }) => [location_name, quantity]);
  };
  expect(await stock(held)).toEqual([
    ['Main', 30],
    ['Paint Shop', 20],
  ]);

  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByRole('textbox', { name: 'Add Note' }).fill('Two crates are open');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Two crates are open');
  await page.getByRole('tab', { name: 'Details' }).click();

  await page.getByRole('button', { name: 'Cancel Transfer' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel Transfer' });
  await question.getByRole('button', { name: 'Cancel Transfer' }).click();
  await expect(page.getByText('Transfer cancelled successfully!')).toBeVisible();
  await expect(
    page.getByRole('main').getByText('Cancelled', { exact: true }).first(),
  ).toBeVisible();
  expect(await stock(held)).toEqual([['Main', 50]]);
  expect(await stock(tracked)).toEqual([['Main', 8]]);

  const count = await make('/counts', { location_id: 1, count_date: await dayFrom(page, 0) });
  await make(`/counts/${count}/lines`, { product_id: held, quantity: 50, mode: 'set' });
  const posting = { data: { status: 'posted' } };
  expect((await page.request.put(`/api/counts/${count}/status`, posting)).status()).toBe(200);
  await page.goto('/transfers');
  await page.getByRole('button', { name: 'New Transfer' }).click();
  await form.getByLabel('From').selectOption('Main');
  await form.getByLabel('To', { exact: true }).selectOption('Paint Shop');
  await form.getByLabel('Transfer Date').fill('yesterday');
  await pick(page, first.getByRole('combobox', { name: 'Product' }), 'bracket', 'Bracket');
  await first.getByLabel('Quantity').fill('5');
  await form.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(form.getByLabel('Included in the count')).toBeFocused();
  await expect(form.getByText(/counted "Bracket" after that moment/)).toHaveCount(1);
});
