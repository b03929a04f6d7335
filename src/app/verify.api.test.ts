import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '~/kit/server/audit/seal';
import { logChecks } from '~/kit/server/audit/verify';
import { runChecks } from '~/kit/server/checks/checks';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { attachmentChecks } from '~/modules/collaboration/attachments/server/attachments.invariants';
import { fillDemo } from './demo';
import { checks, extendModules } from './modules';
import { tamperings } from './testing/tamperings.builders';

let opened: TestDatabase;

beforeAll(async () => {
  extendModules();
  opened = await createTestDatabase();
  await fillDemo(opened.database, new Date());
  // Sample companies without GST have no advances.
  await opened.database.pool.query(`insert into receipt_voucher_numbers values ('26-27', 1);
    insert into advances (voucher_number, customer_id, advance_date, amount, payment_method, supply_type, taxable_value,
      tax_amount, voucher, created_by_name, number_year, number_sequence, created_at, updated_at)
    select 'RV-26-27-00001', min(id), '2026-11-20', 100, 'cash', 'b2b', 100, 0,
      '{"number": "RV-26-27-00001", "amount": 100}', 'System', '26-27', 1, now(), now() from customers`);
  await sealLog(opened.database.db);
}, 120_000);
afterAll(() => opened.drop());

/** The faults of each check that finds any, by its name: of one module check and those of the tables, or of all. */
async function faultsFound(
  only?: string,
): Promise<Record<string, { faults: number; first: string[] }>> {
  const chosen = checks.filter(({ name }) => only === undefined || name === only);
  const results = await runChecks(opened.database.openClient, chosen);
  return Object.fromEntries(
    results.filter(({ faults }) => faults > 0).map(({ name, ...found }) => [name, found]),
  );
}

test('sample data holds every check', async () => {
  expect(checks.length).toBeGreaterThan(12);
  expect(await faultsFound()).toEqual({});
});

test('each check has its tampering here, but those of the log and of files', async () => {
  const results = await runChecks(opened.database.openClient, checks);
  const others = [...logChecks, ...attachmentChecks].map(({ name }) => name);
  const names = results.map(({ name }) => name).filter((name) => !others.includes(name));
  expect(tamperings.map(([name]) => name).sort()).toEqual(names.sort());
});

test.each(tamperings)('finds that this no longer holds: %s', async (name, tampering, message) => {
  expect(Object.keys(await faultsFound(name))).not.toContain(name);
  await opened.database.pool.query(
    `begin; set local session_replication_role = replica; ${tampering}; commit`,
  );
  const found = (await faultsFound(name))[name];
  expect(found?.faults).toBeGreaterThan(0);
  expect(found?.first[0]).toMatch(message);
});
