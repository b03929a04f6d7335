import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Movement } from '../../stock/movements.fields';
import type { Product } from '../../catalogue/products.fields';
import { sheetFile } from '~/kit/shared/sheets/xlsx-writer';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import { findBySku, importProducts, manyProducts } from './product-files.builders';

const test = fileServer();

async function listed(): Promise<Product[]> {
  return (await test.admin.get<Product[]>('/products')).body.data;
}

async function movementsOf(product: Product | undefined): Promise<Movement[]> {
  return (await test.admin.get<Movement[]>(`/products/${product?.id}/stock-movements`)).body.data;
}

const header = ['product_name', 'sku_code', 'category', 'unit_price', 'stock_quantity'];

describe('a file of products', () => {
  it('makes new ones, updates known ones and keeps the ledger', async () => {
    const first = await importProducts(
      test.admin,
      csvOf([
        header,
        ['Sensor A', 'imp-1', 'Electronics', '1,250.50', 25],
        ['Sensor B', 'IMP-2', 'Optics', 99, 0],
      ]),
    );
    expect(first).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] });
    expect(await findBySku(test.admin, 'imp-1')).toMatchObject({
      category: 'Electronics',
      unit_price: 1250.5,
      stock_quantity: 25,
      reorder_level: 10,
      unit_of_measure: 'each',
      min_order_quantity: 1,
      is_active: true,
      cost_price: null,
    });
    expect(await findBySku(test.admin, 'IMP-2')).toMatchObject({ category: 'Optics' });

    const second = await importProducts(test.admin, 'sku_code;stock_quantity\nIMP-1;40\nimp-2;0\n');
    expect(second).toMatchObject({ created: 0, updated: 2, unchanged: 1, failed: 0 });
    const changed = await findBySku(test.admin, 'imp-1');
    expect(changed).toMatchObject({
      sku_code: 'imp-1',
      product_name: 'Sensor A',
      stock_quantity: 40,
    });
    const movements = await movementsOf(changed);
    expect(
      movements.map((each) => [each.movement_type, each.quantity, each.created_by_name]),
    ).toEqual([
      ['import', 15, 'Site Administrator'],
      ['import', 25, 'Site Administrator'],
    ]);
  });

  it('may have line breaks and tabs in its cells, which are spaces where a text has one line', async () => {
    const response = await importProducts(
      test.admin,
      csvOf([
        ['product_name', 'sku_code', 'description', 'unit_price'],
        ['Bench\tvice\r\n100 mm', 'LINE\n1', 'Steel\n\tblue', 5],
      ]),
    );
    expect(response).toMatchObject({ created: 1, failed: 0, errors: [] });
    expect(await findBySku(test.admin, 'LINE 1')).toMatchObject({
      product_name: 'Bench vice 100 mm',
      description: 'Steel\n\tblue',
    });
  });

  it('sent twice changes nothing the second time', async () => {
    const file = csvOf([
      [...header, 'description', 'weight', 'is_active', 'subcategory'],
      ['Twice', 'TWICE-1', 'Electronics', '10.10', 5, '=formula', '1.5', 'no', 'Sensors'],
    ]);
    expect(await importProducts(test.admin, file)).toMatchObject({ created: 1, failed: 0 });
    const before = await listed();
    expect(await importProducts(test.admin, file)).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
      failed: 0,
    });
    expect(await listed()).toEqual(before);
    expect(await movementsOf(await findBySku(test.admin, 'TWICE-1'))).toHaveLength(1);
  });

  it('of a dry run changes nothing and tells the same', async () => {
    await importProducts(test.admin, csvOf([header, ['Known', 'DRY-1', 'Electronics', 5, 1]]));
    const file = csvOf([
      header,
      ['Known', 'DRY-1', 'Brand new category', 6, 1],
      ['New', 'DRY-2', 'Brand new category', 6, 1],
      ['', 'DRY-3', '', -1, 1],
    ]);
    const before = await listed();
    const dry = await importProducts(test.admin, file, '?dry_run=true');
    expect(dry).toMatchObject({ created: 1, updated: 1, failed: 1 });
    expect(await listed()).toEqual(before);
    const groups = await test.admin.get<{ category_name: string }[]>('/inventory/categories');
    expect(groups.body.data.map((each) => each.category_name)).not.toContain('Brand new category');
    const real = await importProducts(test.admin, file);
    expect({ ...real, job_id: 0, batch_id: null }).toEqual({ ...dry, job_id: 0 });
  });

  it('changes only the columns that it has, and an empty cell with a default keeps what is there', async () => {
    await importProducts(
      test.admin,
      csvOf([
        [...header, 'description'],
        ['Kept', 'KEEP-1', 'Electronics', 5, 7, 'Text'],
      ]),
    );
    await importProducts(test.admin, 'sku_code,stock_quantity,description\nKEEP-1,,\n');
    expect(await findBySku(test.admin, 'KEEP-1')).toMatchObject({
      product_name: 'Kept',
      stock_quantity: 7,
      description: null,
      category: 'Electronics',
    });
  });

  it('that moves a product to another category takes its subcategory away', async () => {
    const start = [...header, 'subcategory'];
    await importProducts(
      test.admin,
      csvOf([start, ['Moved', 'MOVE-1', 'Electronics', 5, 7, 'Sensors']]),
    );
    await importProducts(test.admin, 'sku_code,category\nMOVE-1,Manufacturing\n');
    expect(await findBySku(test.admin, 'MOVE-1')).toMatchObject({
      category: 'Manufacturing',
      subcategory_id: null,
    });
    const back = await importProducts(
      test.admin,
      'sku_code,subcategory\nMOVE-1,Sensors\nMOVE-1,Tools\n',
    );
    expect(back).toMatchObject({ updated: 1, failed: 1 });
    expect(await findBySku(test.admin, 'MOVE-1')).toMatchObject({ subcategory_name: 'Tools' });
  });

  it('writes one line in the feed and makes one announcement', async () => {
    const lines = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*) as n from activity where action = 'imported'`.execute(
          test.server.database.db,
        )
      ).rows[0]?.n ?? 0;
    const before = await lines();
    await importProducts(test.admin, manyProducts(50, 'FEED'));
    expect(await lines()).toBe(before + 1);
  });
});

it('numbers of an Excel file are themselves where its texts have decimal commas', async () => {
  const rows = [
    ['COMMA-1', 'Bolt', 'Raw Materials', 1.2, '1.234,50'],
    ['COMMA-2', 'Nut', 'Raw Materials', 1.234, '2'],
  ];
  const titles = ['sku_code', 'product_name', 'category', 'unit_price', 'cost_price'];
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetFile({ titles, rows })) pieces.push(piece);
  const fields = Object.fromEntries(titles.map((title) => [title, { columns: [title] }]));
  const form = uploadOf(new Uint8Array(Buffer.concat(pieces)), { name: 'products.xlsx' });
  form.append('mapping', JSON.stringify({ fields, decimal: ',' }));
  const { data } = (await test.admin.upload<ImportResponse>('/products/import', form)).body;
  expect(data).toMatchObject({ created: 1, failed: 1 });
  expect(data.errors).toMatchObject([{ row: 3, field: 'unit_price', value: '1.234' }]);
  expect(await findBySku(test.admin, 'COMMA-1')).toMatchObject({
    unit_price: 1.2,
    cost_price: 1234.5,
  });
  const refused = await test.admin.get<never>(`/products/imports/${data.job_id}/refused`);
  expect(String(refused.body)).toContain('COMMA-2,Nut,Raw Materials,"1,234",2,');
});

it('every stock is the sum of its movements', async () => {
  const wrong =
    await sql`select p.id from products p left join stock_movements m on m.product_id = p.id
    group by p.id having p.stock_quantity <> coalesce(sum(m.quantity), 0)`.execute(
      test.server.database.db,
    );
  expect(wrong.rows).toEqual([]);
});
