import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '~/kit/server/database/migrate';
import { inEmptyDatabase, restoreInto, temporaryFolder } from '~/kit/server/testing/test-backup';
import { migrations } from './upgrade/edition';

const limit = { timeout: 60_000 };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

async function stepsBefore(last: string): Promise<string> {
  const own = folder.name('steps');
  await mkdir(own);
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name < last);
  for (const name of [...names, 'from-0107'])
    await cp(path.join(migrations, name), path.join(own, name), { recursive: true });
  return own;
}

/** Runs statements in turn; those of the version before are written as it writes them. */
async function run(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await pool.query(statement);
}

const issued = `(select min(id) from invoices where status <> 'draft')`;
const another = `(select max(id) from invoices where status <> 'draft')`;

const files = [
  `alter table issued_documents disable trigger keep_issued_document`,
  `delete from issued_documents`,
  `alter table issued_documents enable trigger keep_issued_document`,
  `delete from credit_note_files`,
  `delete from voucher_files`,
  `insert into issued_documents (invoice_id, document, account, upi_id, logo_digest, pdf)
   values (${issued}, '{"number": "A"}', '{"name": "Bank"}', 'a@upi', null, 'invoice')`,
  `insert into issued_documents (invoice_id, document) values (${another}, '{"number": "B"}')`,
  `insert into credit_notes (kind, note_number, invoice_id, note_date, reason, status, subtotal, tax_rate, tax_amount,
     total_amount, item_count, created_by_name, number_year, number_sequence, created_at, updated_at)
   select 'credit', 'CN-' || n, ${issued}, '2026-11-01', 'other', 'issued', 1, 0, 0, 1, 0, '', '90-91', n, now(), now()
   from generate_series(1, 2) n`,
  `insert into credit_note_files select id, 'note' from credit_notes where note_number = 'CN-1'`,
  `insert into advances (voucher_number, customer_id, advance_date, amount, payment_method, supply_type, taxable_value,
     tax_amount, voucher, created_by_name, number_year, number_sequence, created_at, updated_at)
   select 'RV-' || n, (select min(id) from customers), '2026-11-01', 2, 'cash', 'b2b', 2, 0, '{}', '', '90-91', n, now(), now()
   from generate_series(1, 2) n`,
  `insert into advance_refunds (advance_id, voucher_number, refund_date, amount, payment_method, voucher,
     created_by_name, number_year, number_sequence, created_at)
   select id, 'RF-1', '2026-11-02', 1, 'cash', '{}', '', '90-91', 1, now() from advances where voucher_number = 'RV-1'`,
  `insert into voucher_files values ('RV-1', 'receipt'), ('RF-1', 'refund')`,
];

const fileOf = `select kind, convert_from(pdf, 'utf8') as pdf, document ->> 'number' as number, upi_id
  from papers order by kind, record_id`;

it(
  'takes the files of the three tables of before, and a server of before works on',
  limit,
  async () => {
    await inEmptyDatabase(async (target) => {
      const { pool } = target.database;
      const file = path.join(migrations, 'dumps', '0117-single.backup');
      const steps = await stepsBefore('0118');
      await restoreInto(target, { file, dataDir: folder.name('data'), steps });
      await migrate(pool, { folder: steps, log: () => undefined });
      await run(pool, files);
      await migrate(pool, { folder: migrations, log: () => undefined });
      const none = { number: null, upi_id: null };
      const stored = [
        { kind: 'advance_refunds', pdf: 'refund', ...none },
        { kind: 'advances', pdf: 'receipt', ...none },
        { kind: 'credit_notes', pdf: 'note', ...none },
        { kind: 'invoices', pdf: 'invoice', number: 'A', upi_id: 'a@upi' },
        { kind: 'invoices', pdf: null, number: 'B', upi_id: null },
      ];
      expect((await pool.query(fileOf)).rows).toEqual(stored);

      await run(pool, [
        // What is kept already stays.
        `insert into issued_documents (invoice_id, document) values (${issued}, '{}') on conflict do nothing`,
        `insert into credit_note_files (credit_note_id, pdf)
       select id, 'other' from credit_notes where note_number = 'CN-1' on conflict do nothing`,
        `insert into voucher_files (voucher_number, pdf) values ('RV-1', 'other') on conflict do nothing`,
      ]);
      expect((await pool.query(fileOf)).rows).toEqual(stored);
      await run(pool, [
        `update issued_documents set pdf = 'late' where invoice_id = ${another} and pdf is null`,
        `insert into credit_note_files (credit_note_id, pdf)
       select id, 'second note' from credit_notes where note_number = 'CN-2' on conflict do nothing`,
        `insert into voucher_files (voucher_number, pdf) values ('RV-2', 'second receipt') on conflict do nothing`,
      ]);
      const { rows } = await pool.query<{ pdf: string }>(
        `select convert_from(pdf, 'utf8') as pdf from (
         select pdf from issued_documents where invoice_id = ${another}
         union all select pdf from credit_note_files f join credit_notes n on n.id = f.credit_note_id where n.note_number = 'CN-2'
         union all select pdf from voucher_files where voucher_number in ('RV-2', 'RF-1')) f order by 1`,
      );
      expect(rows.map(({ pdf }) => pdf)).toEqual([
        'late',
        'refund',
        'second note',
        'second receipt',
      ]);

      await expect(pool.query(`delete from papers where kind = 'advances'`)).rejects.toThrow(
        'An issued paper never changes',
      );
      await pool.query(`delete from credit_notes where note_number in ('CN-1', 'CN-2')`);
      expect((await pool.query(`select from papers where kind = 'credit_notes'`)).rowCount).toBe(0);
    });
  },
);
