import { expect, it } from 'vitest';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();
const wide = 3_000_000_001;

it('the ledger continues above two thousand million movements, one by one and by hundreds', async () => {
  const { pool } = test.server.database;
  await pool.query(`alter sequence stock_movements_id_seq restart with ${wide}`);
  const { id } = await makeProduct(test.admin, { stock_quantity: 5 });
  await adjustStock(test.admin, id, { adjustment_type: 'in', quantity: 3 });
  const movements = await movementsOf(test.admin, id);
  expect(movements.map((each) => each.id)).toEqual([wide + 1, wide]);
  await pool.query(`insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
    select 'Bolt ' || n, 'BOLT-' || n, 1, 7, now(), now() from generate_series(1, 300) n`);
  const logged = await pool.query(`select after->>'ids' as ids from audit_log
    where part = 'stock_movements' or entity = 'stock_movements' order by id desc limit 1`);
  expect(logged.rows[0]?.ids).toContain(String(wide + 2));
});
