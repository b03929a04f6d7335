import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { mergeKinds } from '~/modules/organization/kinds/kinds.rules';
import {
  movesOf,
  partsOf,
  pointersAt,
  tiesOf,
} from '~/modules/records/batches/server/registry.service';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

interface Reference {
  table: string;
  column: string;
  of: string;
}

/** Every foreign key of one column. */
async function listReferences(): Promise<Reference[]> {
  const found =
    await sql<Reference>`select k.conrelid::regclass::text as table, a.attname as column,
      k.confrelid::regclass::text as of
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 1
    order by 1, 2`.execute(test.server.database.db);
  return found.rows;
}

const nameOf = ({ table, column, of }: Reference) => `${table}.${column} of ${of}`;

it('what refers to records that can be merged is a move, or belongs to them as a part', async () => {
  const references = await listReferences();
  const forgotten = references.filter(
    ({ table, column, of }) =>
      mergeKinds.some((kind) => kind === of) &&
      !movesOf(of).some((move) => move.table === table && move.column === column) &&
      !partsOf(of).some((part) => part.table === table) &&
      !pointersAt(of).some((pointer) => pointer.table === table && pointer.column === column),
  );
  expect(forgotten.map(nameOf)).toEqual([
    // It counts the reminders of one day, and goes with its customer.
    'reminder_tries.customer_id of customers',
    // Added up from movements; a product that lies elsewhere is not merged.
    'stock_levels.product_id of products',
  ]);
});

it('two records of one customer that refer to each other are tied', async () => {
  const references = await listReferences();
  const isOfCustomer = (table: string) =>
    references.some((each) => each.table === table && each.of === 'customers');
  const forgotten = references.filter(
    ({ table, column, of }) =>
      isOfCustomer(table) &&
      isOfCustomer(of) &&
      !tiesOf('customers').some(
        ({ one, other, at }) =>
          [one, other].toSorted().join() === [table, of].toSorted().join() &&
          (at.table !== table || [at.one, at.other].includes(column)),
      ),
  );
  // A quotation names a lead or a customer.
  expect(forgotten.map(nameOf)).toEqual(['quotations.lead_id of leads']);
});
