import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { orderStatuses } from '~/modules/sales/orders/orders.fields';
import { fillDemo } from './demo';
import { extendModules } from './modules';

let opened: TestDatabase;
beforeAll(async () => {
  extendModules();
  opened = await createTestDatabase();
  const message = await fillDemo(opened.database, new Date('2026-11-21T06:00:00Z'));
  if (!message.includes('300 orders')) throw new Error(message);
}, 120_000);
afterAll(() => opened.drop());

it('sample orders come in every status', async () => {
  const { rows } = await opened.database.pool.query<{ status: string }>(
    'select distinct status from orders order by status',
  );
  expect(rows.map(({ status }) => status)).toEqual(orderStatuses.map(({ value }) => value).sort());
});

it('the shelves bear the sample orders: nothing below zero, something reserved, something short', async () => {
  const { rows } = await opened.database.pool.query<{ below: number; held: number; short: number }>(
    `select count(*) filter (where stock_quantity < 0) as below,
       count(*) filter (where reserved_quantity > 0) as held,
       count(*) filter (where reserved_quantity > stock_quantity) as short from products`,
  );
  expect(rows[0]?.below).toBe(0);
  expect(rows[0]?.held).toBeGreaterThan(5);
  expect(rows[0]?.short).toBeGreaterThan(0);
});

it('numbers follow the dates', async () => {
  const { rows } = await opened.database.pool.query(
    `select * from (
      select invoice_number, number_year, number_sequence, invoice_date,
        lag(invoice_date) over (partition by number_year order by number_sequence) as before
      from invoices where number_sequence is not null) i where invoice_date < before`,
  );
  expect(rows).toEqual([]);
});

it('a database with records is left as it is', async () => {
  expect(await fillDemo(opened.database, new Date('2026-11-21T06:00:00Z'))).toMatch(
    /already holds records/,
  );
});

it('a sample lot has a vendor and a customer, and goods are with a job worker', async () => {
  const { rows } = await opened.database.pool.query<{ lots: number; sent: number }>(
    `select (select count(*)::integer from lots l where exists (select from stock_movements m
        where m.lot_id = l.id and m.source_type = 'goods_receipt')
        and exists (select from stock_movements m where m.lot_id = l.id and m.delivery_id is not null)) as lots,
      (select count(*)::integer from transfers where status = 'done' and challan_number is not null) as sent`,
  );
  expect(rows[0]).toEqual({ lots: 1, sent: 1 });
});
