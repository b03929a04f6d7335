import type { Page } from '@playwright/test';
import { enter, expect, expectAccessible, test } from './product';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const cell = (page: Page, name: string, column: number) =>
  row(page, name)
    .getByRole('gridcell')
    // The first one has the row's checkbox.
    .nth(column + 1);

async function addProduct(
  page: Page,
  values: { name: string; sku: string; price: string; stock?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add New Product' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Product' });
  await form.getByLabel('Product Name').fill(values.name);
  await form.getByLabel('SKU Code').fill(values.sku);
  await form.getByLabel('Unit Price').fill(values.price);
  if (values.stock) await form.getByLabel('Stock Quantity').fill(values.stock);
  await form.getByRole('button', { name: 'Create Product' }).click();
  await expect(form).toBeHidden();
}

test('a product from its form through the grid and an adjustment to its end', async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await page.goto('/inventory/products');
  await expect(page.getByRole('heading', { name: 'Product Management' })).toBeVisible();
  await expect(page.getByText('Manage your inventory and products')).toBeVisible();
  await expect(page.getByText('No products found')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add New Product' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Product' });
  await expect(form.getByText('Please fill out all required fields to continue')).toBeVisible();
  await expect(form.getByLabel('Reorder Level')).toHaveValue('10');
  await expect(form.getByLabel('Unit of Measure')).toHaveValue('each');
  await expect(form.getByLabel('Unit of Measure').getByRole('option')).toHaveText([
    'each',
    'kg',
    'lb',
    'box',
    'case',
    'meter',
    'liter',
    'gallon',
  ]);
  const subcategory = form.getByLabel('Subcategory');
  await expect(subcategory).toBeDisabled();
  await form.getByLabel('Category', { exact: true }).selectOption('Electronics');
  await expect(subcategory.getByRole('option')).toHaveText(['Select…', 'Processors', 'Sensors']);
  await subcategory.selectOption('Sensors');
  await form.getByLabel('Category', { exact: true }).selectOption('Raw Materials');
  await expect(subcategory).toHaveValue('');
  await form.getByLabel('Category', { exact: true }).selectOption('Electronics');
  await subcategory.selectOption('Sensors');
  await form.getByLabel('Product Name').fill('Proximity Sensor');
  await form.getByLabel('SKU Code').fill('PX-12');
  await form.getByLabel('Unit Price').fill('1250.50');
  await form.getByLabel('Stock Quantity').fill('');
  await form.getByLabel('Reorder Level').focus();
  await expect(form.getByLabel('Stock Quantity')).toHaveValue('0');
  await form.getByLabel('Stock Quantity').fill('12');
  await form.getByRole('button', { name: 'Create Product' }).click();
  await expect(form).toBeHidden();
  await expect(row(page, 'Proximity Sensor')).toContainText('Sensors');
  await addProduct(page, { name: 'Bench Vice', sku: 'BV-1', price: '4150' });
  await expect(page.getByText('Showing 2 of 2 products')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Inventory Value' })).toContainText('₹15,006.00');

  await page.getByRole('button', { name: 'Add New Product' }).first().click();
  await form.getByLabel('Product Name').fill('Another');
  await form.getByLabel('SKU Code').fill('px-12');
  await form.getByLabel('Unit Price').fill('1');
  await form.getByRole('button', { name: 'Create Product' }).click();
  await expect(
    form.getByText('The SKU code px-12 belongs to "Proximity Sensor"').first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();

  const refusals = [
    [0, 'Product Name', 'P', 'Product name must be at least 2 characters'],
    [1, 'SKU Code', '', 'SKU code is required'],
    [4, 'Unit Price', '-1', 'Price must be a positive number'],
    [5, 'Cost Price', '-1', 'Cost must be a positive number'],
    [6, 'Stock Quantity', '-1', 'Stock quantity must be a non-negative number'],
    [7, 'Reorder Level', 'x', 'Reorder level must be a non-negative number'],
  ] as const;
  for (const [column, name, typed, message] of refusals) {
    await cell(page, 'PX-12', column).dblclick();
    const editor = page.getByRole('textbox', { name });
    await editor.fill(typed);
    await editor.press('Enter');
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await editor.press('Escape');
  }
  await cell(page, 'PX-12', 6).dblclick();
  await page.getByRole('textbox', { name: 'Stock Quantity' }).fill('15');
  await page.getByRole('textbox', { name: 'Stock Quantity' }).press('Enter');
  await expect(page.getByText('Product updated successfully')).toBeVisible();

  await row(page, 'PX-12').getByRole('button', { name: 'Adjust Stock' }).click();
  const adjust = page.getByRole('dialog', { name: 'Adjust Stock: Proximity Sensor' });
  await adjust.getByLabel('Adjustment Type').selectOption('out');
  await adjust.getByLabel('Quantity').fill('0');
  await adjust.getByLabel('Reason').focus();
  await expect(adjust.getByText('Quantity must be at least 1', { exact: true })).toBeVisible();
  await adjust.getByLabel('Quantity').fill('16');
  await expect(
    adjust.getByText('Not enough stock of "Proximity Sensor": 16 needed, 15 available.'),
  ).toBeVisible();
  await adjust.getByLabel('Quantity').fill('6');
  await adjust.getByLabel('Reason').fill('Damaged in transit');
  await adjust.getByRole('button', { name: 'Adjust Stock' }).click();
  await expect(page.getByText('Stock adjusted: 9 each on hand')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Low Stock' })).toContainText('1');

  await row(page, 'PX-12').getByRole('button', { name: 'View' }).click();
  const movements = page.getByRole('list', { name: 'Stock Movements' }).getByRole('listitem');
  await expect(movements).toHaveCount(3);
  await expect(movements.nth(0)).toContainText('−6');
  await expect(movements.nth(0)).toContainText('Damaged in transit');
  await expect(movements.nth(0)).toContainText('Site Administrator');
  await expect(movements.nth(1)).toContainText('12 → 15');
  await expect(movements.nth(2)).toContainText('Opening stock');
  await expectAccessible(page);
  await page
    .getByRole('dialog', { name: 'Product Details' })
    .getByRole('button', { name: 'Close' })
    .click();

  await cell(page, 'PX-12', 5).dblclick();
  await page.getByRole('textbox', { name: 'Cost Price' }).fill('100');
  await page.getByRole('textbox', { name: 'Cost Price' }).press('Enter');
  await row(page, 'PX-12').getByRole('button', { name: 'Adjust Stock' }).click();
  await adjust.getByLabel('Quantity').fill('3');
  await adjust.getByLabel('Unit Cost').fill('33.3333');
  await expect(adjust.getByRole('status')).toContainText('12 each on hand, worth ₹100.00.');
  await expectAccessible(page);
  await adjust.getByRole('button', { name: 'Adjust Stock' }).click();
  await expect(page.getByText('Stock adjusted: 12 each on hand')).toBeVisible();
  await row(page, 'PX-12').getByRole('button', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Revalue Stock' }).click();
  const revalue = page.getByRole('dialog', { name: 'Revalue Stock: Proximity Sensor' });
  await revalue.getByLabel('Unit Cost').fill('10.5');
  await expect(revalue.getByRole('status')).toContainText('After the change: worth ₹126.00.');
  await revalue.getByRole('button', { name: 'Revalue Stock' }).click();
  await expect(page.getByText('Stock revalued: worth ₹126.00')).toBeVisible();
  await row(page, 'PX-12').getByRole('button', { name: 'View' }).click();
  await expect(movements.nth(0)).toContainText('Revaluation');
  await expect(movements.nth(0)).toContainText('+₹26.00');
  await page
    .getByRole('dialog', { name: 'Product Details' })
    .getByRole('button', { name: 'Close' })
    .click();

  await expect(row(page, 'PX-12').getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await row(page, 'BV-1').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Product' });
  await expect(question).toContainText(
    'This action cannot be undone. Only products with zero stock can be deleted.',
  );
  await question.getByRole('button', { name: 'Delete Product' }).click();
  await expect(page.getByText('Product "Bench Vice" has been deleted successfully')).toBeVisible();
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
});

test('categories, subcategories and brands come and go', { tag: '@rehearsal' }, async ({
  page,
  product,
}) => {
  await enter(page, product);
  await page.goto('/inventory/categories');
  await expect(page.getByRole('tab', { name: 'Categories (4)', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add Category' }).click();
  const form = page.getByRole('dialog', { name: 'Add Category' });
  await form.getByLabel('Category Name').fill('electronics');
  await form.getByRole('button', { name: 'Create Category' }).click();
  const taken = form.getByText('There is already a category called "Electronics"');
  await expect(form.getByRole('alert').getByText('Failed to create category')).toBeVisible();
  await expect(taken).toHaveCount(2);
  await form.getByLabel('Category Name').fill('Packaging');
  await form.getByRole('button', { name: 'Create Category' }).click();
  await expect(page.getByText('Category created successfully')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Categories (5)', exact: true })).toBeVisible();

  await row(page, 'Raw Materials').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Category' });
  await expect(question).toContainText('Are you sure you want to delete this category?');
  await question.getByRole('button', { name: 'Delete Category' }).click();
  await expect(question).toContainText(
    'The category "Raw Materials" has 2 subcategories and cannot be deleted',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await row(page, 'Packaging').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete Category' }).click();
  await expect(page.getByText('Category deleted successfully')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Categories (4)', exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Subcategories (8)' }).click();
  await expect(row(page, 'Helmets')).toContainText('Safety Equipment');
  await page.getByRole('tab', { name: 'Brands (0)' }).click();
  await page.getByRole('button', { name: 'Add Brand' }).first().click();
  const brand = page.getByRole('dialog', { name: 'Add Brand' });
  await brand.getByLabel('Brand Name').fill('Anvaya');
  await brand.getByLabel('Website').fill('no site');
  await brand.getByRole('button', { name: 'Create Brand' }).click();
  await expect(brand.getByText('Please enter a valid website URL').first()).toBeVisible();
  await brand.getByLabel('Website').fill('anvaya.example');
  await brand.getByRole('button', { name: 'Create Brand' }).click();
  await expect(page.getByText('Brand created successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: /anvaya\.example/ })).toBeVisible();
});

test.describe('with sample data', () => {
  test.use({ sampleData: true });

  test('the catalogue is filtered, sorted and looked at as cards', { tag: '@rehearsal' }, async ({
    page,
    product,
  }) => {
    await enter(page, product);
    await page.goto('/inventory/products');
    await expect(page.getByText('Showing 300 of 300 products')).toBeVisible();
    const firstRow = page.getByRole('row').nth(1);
    await expect(firstRow).toContainText('Acetal Rod 10 mm');

    await page.getByLabel('Sort by').selectOption('Price');
    await page.getByRole('button', { name: 'Ascending' }).click();
    await expect(firstRow).toContainText('Compact PLC, 24 I/O');
    await page.getByRole('searchbox', { name: 'Search products' }).fill('gloves');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters & Search' });
    await panel.getByRole('combobox', { name: 'Stock Status' }).click();
    await page.getByRole('option', { name: /^Low Stock/ }).click();
    await panel.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page.getByText('Showing 1 of 300 products')).toBeVisible();
    await expect(firstRow).toContainText('Heat Resistant Gloves 250 °C');
    await expect(page.getByRole('group', { name: 'Total Products' })).toContainText('(1 shown)');
    const chips = page.getByRole('group', { name: 'Active filters' });
    await expect(chips.getByRole('listitem')).toHaveText([
      'Search: gloves',
      'Stock Status: Low Stock (above 0, at or below it)',
    ]);
    await chips.getByRole('button', { name: 'Clear All' }).click();
    await expect(page.getByText('Showing 300 of 300 products')).toBeVisible();
    await expect(page.getByLabel('Sort by')).toHaveValue('product_name');
    await expect(firstRow).toContainText('Acetal Rod 10 mm');

    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByRole('heading', { name: 'Inventory Management' })).toBeVisible();
    await expect(page.getByRole('article')).not.toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Brand' }).selectOption('Durga Safety');
    await page.getByRole('combobox', { name: 'Stock Level' }).selectOption('Out of Stock');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search products' }).fill('motor');
    await expect(page.getByText('No products found')).toBeVisible();
    await page.getByRole('button', { name: 'Show all products' }).click();
    const card = page.getByRole('article', { name: 'Acetal Rod 10 mm' });
    await expect(card.getByRole('button')).toHaveText(['Edit', 'View']);
    await card.getByRole('button', { name: 'View', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Product Details' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Product' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Product' });
    await expect(form.getByLabel('Unit of Measure')).toHaveValue('pieces');
    await expect(form.getByLabel('Min Order Quantity')).toHaveValue('1');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Categories (4)' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Safety Equipment' })).toContainText(
      'Helmets',
    );
    await expectAccessible(page);
  });
});
