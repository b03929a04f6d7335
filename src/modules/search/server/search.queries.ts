import { type RawBuilder, sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import { type Reader, shown } from '~/modules/workspaces/server/workspace-scope.service';
import { type Kind as RightsKind, reachOf } from '~/modules/users/rights.rules';
import type { Found, FoundType } from '../search.fields';
import { literally, mostFound, type Wanted } from '../search.rules';

interface Kind {
  type: FoundType;
  from: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  /** What rights name it; null for what is not a matter of rights. */
  kind: RightsKind | null;
  /** Conditions, best match first: a record ranks by the first that it meets. */
  ways: (wanted: Wanted) => RawBuilder<unknown>[];
  /** The order among the matches of the last condition, where no index ranks them. */
  first?: (wanted: Wanted) => RawBuilder<unknown>;
}

const detailOf = (...parts: RawBuilder<unknown>[]) =>
  sql`nullif(concat_ws(' · ', ${sql.join(parts)}), '')`;

/**
 * Conditions on the text of all searchable parts of a record, one part per line: a whole part, the beginning of one,
 * anywhere. The text must equal that of an index of migration 0014 exactly.
 */
function waysInto(text: RawBuilder<unknown>) {
  return ({ whole, words, digits }: Wanted): RawBuilder<unknown>[] => {
    const like = (pattern: string) => sql`${text} like ${pattern}`;
    const start = literally(whole);
    const beginning = sql`(${like(`%\n${start}%`)} or ${like(`% ${start}%`)})`;
    // Two characters occur inside too many words.
    if ([...whole].length < 3) return [like(`%\n${start}\n%`), like(`%\n${start}%`), beginning];
    const anywhere = sql.join(
      words.map((word) => like(`%${literally(word)}%`)),
      sql` and `,
    );
    const byDigits = digits === null ? sql`false` : like(`%${digits}%`);
    return [like(`%\n${start}\n%`), like(`%\n${start}%`), sql`(${anywhere} or ${byDigits})`];
  };
}

const leadText = sql`lower(E'\n' || t.company_name || E'\n' || t.contact_person || E'\n' || coalesce(t.email, '') || E'\n' || coalesce(t.phone, '')
  || E'\n' || translate(coalesce(t.phone, ''), ' -()+.', '') || E'\n')`;
const customerText = sql`lower(E'\n' || t.customer_code || E'\n' || t.company_name || E'\n' || t.contact_person || E'\n' || coalesce(t.email, '')
  || E'\n' || coalesce(t.phone, '') || E'\n' || translate(coalesce(t.phone, ''), ' -()+.', '') || E'\n')`;
const productText = sql`lower(t.product_name || E'\n' || t.sku_code || E'\n' || coalesce(t.barcode, ''))`;
const serviceText = sql`lower(E'\n' || t.service_name || E'\n' || coalesce(t.sku_code, '') || E'\n')`;
const userText = sql`lower(E'\n' || t.first_name || ' ' || t.last_name || E'\n' || t.username || E'\n' || t.email || E'\n' || coalesce(t.phone, '') || E'\n')`;

const kinds: readonly Kind[] = [
  {
    type: 'lead',
    kind: 'leads',
    from: sql`leads t`,
    label: sql`t.company_name`,
    detail: detailOf(sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    ways: waysInto(leadText),
  },
  {
    type: 'customer',
    kind: 'customers',
    from: sql`customers t`,
    label: sql`t.company_name`,
    detail: detailOf(sql`t.customer_code`, sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    ways: waysInto(customerText),
  },
  {
    type: 'product',
    kind: 'products',
    from: sql`products t`,
    label: sql`t.product_name`,
    detail: sql`t.sku_code`,
    ways: ({ whole, words }) => [
      sql`lower(t.sku_code) = ${whole}`,
      sql`lower(t.sku_code) like ${`${literally(whole)}%`}`,
      sql.join(
        words.map((word) => sql`${productText} like ${`%${literally(word)}%`}`),
        sql` and `,
      ),
    ],
    first: ({ whole }) => sql`lower(t.product_name) like ${`${literally(whole)}%`}`,
  },
  {
    type: 'service',
    kind: 'services',
    from: sql`services t`,
    label: sql`t.service_name`,
    detail: detailOf(sql`t.sku_code`, sql`t.service_type`),
    ways: waysInto(serviceText),
  },
  {
    type: 'order',
    kind: 'orders',
    from: sql`orders t join customers c on c.id = t.customer_id`,
    label: sql`t.order_number`,
    detail: sql`c.company_name`,
    ways: waysInto(sql`lower(E'\n' || t.order_number || E'\n')`),
  },
  {
    type: 'invoice',
    kind: 'invoices',
    from: sql`invoices t join customers c on c.id = t.customer_id`,
    label: sql`t.invoice_number`,
    detail: sql`c.company_name`,
    ways: waysInto(sql`lower(E'\n' || t.invoice_number || E'\n')`),
  },
  {
    type: 'payment',
    kind: 'payments',
    from: sql`payments t join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`,
    label: sql`t.reference_number`,
    detail: detailOf(sql`i.invoice_number`, sql`c.company_name`),
    ways: waysInto(sql`lower(E'\n' || coalesce(t.reference_number, '') || E'\n')`),
  },
];

// Users are found by administrators only (docs/product/search.md#what-is-found).
const users: Kind = {
  type: 'user',
  kind: null,
  from: sql`users t`,
  label: sql`t.first_name || ' ' || t.last_name`,
  detail: detailOf(sql`t.username`, sql`t.email`),
  ways: waysInto(userText),
};

/**
 * At most twenty records of each kind, best first over all conditions, in one statement that stops reading when a kind
 * is full.
 */
export async function findRecords(db: Db, person: Reader, wanted: Wanted): Promise<Found[]> {
  const readable = kinds.filter(({ kind }) => kind && reachOf(person, kind) !== 'none');
  const searched = person.role === 'admin' ? [...readable, users] : readable;
  if (searched.length === 0) return [];
  const selects = searched.map((kind) => bestOf(kind, wanted, person));
  const found = await sql<Found & { way: number }>`${sql.join(selects, sql` union all `)}`.execute(
    db,
  );
  return found.rows
    .toSorted((one, other) => one.way - other.way)
    .map(({ type, id, label, detail }) => ({ type, id, label, detail }));
}

/**
 * The conditions in sequence, each evaluated only while the previous ones have not filled the kind: an Append under a
 * limit stops early.
 */
function bestOf(kind: Kind, wanted: Wanted, person: Reader): RawBuilder<unknown> {
  const { type, from, label, detail, ways, first } = kind;
  const here = kind.kind === null ? sql`true` : shown(person, kind.kind);
  const conditions = ways(wanted);
  const selects = conditions.map((condition, way) => {
    const isLast = way === conditions.length - 1;
    const others = conditions.slice(0, way).map((earlier) => sql` and not ${earlier}`);
    return sql`(select ${type} as type, t.id, ${label} as label, ${detail} as detail,
        ${way}::integer ${isLast && first ? sql`+ case when ${first(wanted)} then 0 else 1 end` : sql``} as way
      from ${from} where ${here} and ${condition}${sql.join(others, sql``)}
      order by t.id desc limit ${mostFound})`;
  });
  return sql`(select * from (${sql.join(selects, sql` union all `)}) f limit ${mostFound})`;
}
