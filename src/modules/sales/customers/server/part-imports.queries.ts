import { sql } from 'kysely';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { mostPositions, type PartFormat, partFormats } from '../customer-parts.csv';
import type { PartValues, StoredPart } from '../part-slots.rules';

export function partTable({ noun }: PartFormat): 'customer_addresses' | 'customer_contacts' {
  return noun === 'address' ? 'customer_addresses' : 'customer_contacts';
}

function columns(format: PartFormat, alias: string): SqlPart {
  return sql.join(Object.keys(format.fields).map((name) => sql.ref(`${alias}.${name}`)));
}

/** The addresses or contacts of customers by their ids, the oldest first. */
export async function listPartsOf(
  trx: Transaction,
  format: PartFormat,
  customers: readonly number[],
): Promise<Map<number, StoredPart[]>> {
  if (customers.length === 0) return new Map();
  const result = await sql<{ customer_id: number; parts: StoredPart[] }>`
    select customer_id, json_agg(row_to_json(r) order by r.id) as parts from (
      select p.id, p.customer_id, p.updated_at, ${columns(format, 'p')}
      from ${sql.table(partTable(format))} p where p.customer_id = any (${customers}::integer[])) r
    group by customer_id`.execute(trx);
  return new Map(result.rows.map(({ customer_id, parts }) => [customer_id, parts]));
}

interface Written {
  id: number;
  updated_at: string;
}

/** Adds parts to customers in one statement; each row has its `customer_id` and all columns. */
export async function insertParts(
  trx: Transaction,
  format: PartFormat,
  { rows, now }: { rows: readonly PartValues[]; now: Date },
): Promise<Written[]> {
  const table = sql.table(partTable(format));
  const names = sql.join(Object.keys(format.fields).map((name) => sql.ref(name)));
  const result =
    await sql<Written>`insert into ${table} (customer_id, ${names}, created_at, updated_at)
    select r.customer_id, ${columns(format, 'r')}, ${now}, ${now}
    from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json) r
    returning id, to_jsonb(updated_at) as updated_at`.execute(trx);
  return result.rows;
}

/** Changes parts in one statement; each row has its `id` and all columns. */
export async function updateParts(
  trx: Transaction,
  format: PartFormat,
  { rows, now }: { rows: readonly PartValues[]; now: Date },
): Promise<Written[]> {
  const table = sql.table(partTable(format));
  const set = Object.keys(format.fields).map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`,
  );
  const result = await sql<Written>`update ${table} t set ${sql.join(set)},
      updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
    from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json) r
    where t.id = r.id returning t.id, to_jsonb(t.updated_at) as updated_at`.execute(trx);
  return result.rows;
}

/** How many places of a file the customer with the most parts needs. */
export async function countPositions(db: Db, format: PartFormat): Promise<number> {
  const result = await sql<{
    positions: number;
  }>`select least(coalesce(max(n), 0), ${mostPositions}) as positions
    from (select count(*) as n from ${sql.table(partTable(format))} group by customer_id) each_customer`.execute(
    db,
  );
  return result.rows[0]?.positions ?? 0;
}

/** Parts with their places, and the joins that put them next to customers `t`. */
export function numberedParts(
  positions: readonly number[],
): { table: SqlPart; joins: SqlPart[] }[] {
  return partFormats.map((format, at) => {
    const { noun } = format;
    const numbered = sql.table(`numbered_${noun}`);
    return {
      table: sql`${numbered} as materialized (select p.*,
        row_number() over (partition by customer_id order by id) as place
        from ${sql.table(partTable(format))} p)`,
      joins: Array.from({ length: positions[at] ?? 0 }, (_, index) => {
        const alias = `${noun}_${index + 1}`;
        return sql`left join ${numbered} ${sql.ref(alias)} on ${sql.ref(`${alias}.customer_id`)} = t.id
          and ${sql.ref(`${alias}.place`)} = ${sql.lit(index + 1)}`;
      }),
    };
  });
}

/** The value of a column of a part: `address_2_city` is `address_2.city`; null for one of the customer itself. */
export function partCell(name: string): SqlPart | null {
  const [, alias, column] = /^((?:address|contact)_\d)_(\w+)$/.exec(name) ?? [];
  return alias === undefined ? null : sql.ref(`${alias}.${column ?? ''}`);
}
