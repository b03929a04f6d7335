import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { dayOf } from '~/kit/shared/time/days';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import type { Product } from '../../catalogue/products.fields';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import { productBody } from '../../catalogue/server/products.builders';
import { expectHistories } from './stock-histories.builders';

/** So many are compared with the model, a third of them in CI; `HISTORIES=20000 npm test -- stock-histories` takes more. */
const histories = Number(process.env['HISTORIES'] ?? (process.env['CI'] ? 1000 : 3000));
const test = fileServer();

const skus = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'] as const;
const sku = fc.constantFrom(...skus);
const stock = fc.integer({ min: 0, max: 40 });

type Step =
  | { by: 'form'; sku: string; stock: number }
  | { by: 'grid'; sku: string; stock: number }
  | { by: 'adjustment'; sku: string; type: 'in' | 'out' | 'set'; quantity: number }
  | { by: 'csv'; rows: { sku: string; stock: number }[] }
  | { by: 'delete'; sku: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ by: fc.constant('form' as const), sku, stock }),
  fc.record({ by: fc.constant('grid' as const), sku, stock }),
  fc.record({
    by: fc.constant('adjustment' as const),
    sku,
    type: fc.constantFrom('in' as const, 'out' as const, 'set' as const),
    quantity: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({
    by: fc.constant('csv' as const),
    rows: fc.uniqueArray(fc.record({ sku, stock }), {
      minLength: 1,
      maxLength: 4,
      selector: (row) => row.sku,
    }),
  }),
  fc.record({ by: fc.constant('delete' as const), sku }),
);

async function listed(): Promise<Product[]> {
  return (await test.admin.get<Product[]>('/products')).body.data;
}

async function load(content: string): Promise<ImportResponse> {
  return (await test.admin.upload<ImportResponse>('/products/import', uploadOf(content))).body.data;
}

/** Does one thing as a person would; a refusal is as good as a success, an error of the server is not. */
async function play(taken: Step): Promise<void> {
  const { status } = await responseTo(taken);
  expect(status).toBeLessThan(500);
}

async function responseTo(taken: Step): Promise<{ status: number }> {
  if (taken.by === 'form') {
    return test.admin.post(
      '/products',
      productBody({ sku_code: taken.sku, stock_quantity: taken.stock }),
    );
  }
  if (taken.by === 'csv') {
    const rows = taken.rows.map((row) => ['Valve', row.sku.toLowerCase(), 99.5, row.stock]);
    return test.admin.upload(
      '/products/import',
      uploadOf(csvOf([['product_name', 'sku_code', 'unit_price', 'stock_quantity'], ...rows])),
    );
  }
  const found = (await listed()).find(
    (each) => each.sku_code.toLowerCase() === taken.sku.toLowerCase(),
  );
  const path = `/products/${found?.id ?? 999_999}`;
  if (taken.by === 'grid') return test.admin.put(path, { stock_quantity: taken.stock });
  if (taken.by === 'delete') return test.admin.delete(path);
  return test.admin.post(`${path}/adjust-stock`, {
    adjustment_type: taken.type,
    quantity: taken.quantity,
  });
}

/** Each product's movements are a chain from nothing to what is on hand, never below zero; no product's are left over. */
async function expectTrueLedger(): Promise<void> {
  const result = await test.server.database.pool.query<{ wrong: number }>(
    `select count(*)::int as wrong from (
       select p.id from products p left join stock_movements m on m.product_id = p.id
       group by p.id having coalesce(sum(m.quantity), 0) <> p.stock_quantity
         or p.stock_quantity < 0 or min(m.quantity_after) < 0
       union all
       select m.id from stock_movements m left join products p on p.id = m.product_id where p.id is null
       union all
       select id from (select id, quantity_before,
           lag(quantity_after, 1, 0) over (partition by product_id order by id) as before from stock_movements) chain
         where chain.before <> chain.quantity_before
     ) wrong`,
  );
  expect(result.rows[0]?.wrong).toBe(0);
}

async function expectRoundTrip(): Promise<void> {
  const before = await listed();
  const file = await test.admin.get('/products/export');
  const again = await load(file.content.toString());
  expect(again).toMatchObject({
    created: 0,
    updated: before.length,
    failed: 0,
    unchanged: before.length,
  });
  expect(await listed()).toEqual(before);
}

const empty = () => emptyTables(test.server.database, 'products', 'stock_movements');

it('for any history of form, grid, CSV and adjustment, movements sum to stock and an export comes back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await empty();
      for (const each of steps) await play(each);
      await expectTrueLedger();
      await expectRoundTrip();
    }),
    { numRuns: 25 },
  );
});

it('the same holds when everyone acts at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      await empty();
      await Promise.all(steps.map(play));
      await expectTrueLedger();
      await expectRoundTrip();
    }),
    { numRuns: 12 },
  );
});

it('the same file twice changes nothing the second time', async () => {
  const row = fc.record({ sku: fc.stringMatching(/^[A-Za-z0-9]{1,6}$/), stock });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, {
        minLength: 1,
        maxLength: 12,
        selector: (each) => each.sku.toLowerCase(),
      }),
      async (rows) => {
        await empty();
        const file = csvOf([
          ['product_name', 'sku_code', 'unit_price', 'stock_quantity'],
          ...rows.map((each) => ['Valve', each.sku, 99.5, each.stock]),
        ]);
        expect(await load(file)).toMatchObject({ created: rows.length, failed: 0 });
        const before = await listed();
        expect(await load(file)).toMatchObject({
          created: 0,
          updated: rows.length,
          unchanged: rows.length,
        });
        expect(await listed()).toEqual(before);
        await expectTrueLedger();
      },
    ),
    { numRuns: 15 },
  );
});

it('random histories have the stock and the value of the model after every step', {
  timeout: 1_800_000,
}, async () => {
  await empty();
  const today = dayOf(new Date(), 'Asia/Kolkata');
  await expectHistories(test.admin, { count: histories, today });
});
