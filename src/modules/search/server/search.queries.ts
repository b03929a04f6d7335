import { type RawBuilder, sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import { foldedText } from '~/kit/server/lists/window-terms';
import { type Reader, seesAll, shown } from '~/modules/workspaces/server/workspace-scope.service';
import { type Kind as RightsKind, reachOf } from '~/modules/users/rights.rules';
import type { Found, FoundType } from '../search.fields';
import { folded } from '~/kit/shared/filters/filters';
import { literally } from '~/kit/shared/filters/like';
import { mostFound, type Wanted } from '../search.rules';

interface Kind {
  type: FoundType;
  from: RawBuilder<unknown>;
  follows?: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  /** What rights name it; null for what is not a matter of rights. */
  kind: RightsKind | null;
  /** All that is searched of a record in lower case, one part per line; as an index has it (migrations 0014, 0046). */
  text: RawBuilder<unknown>;
  /** What an index has instead: it begins with all of `text`, folded. */
  indexed?: RawBuilder<unknown>;
}

const detailOf = (...parts: RawBuilder<unknown>[]) =>
  sql`nullif(concat_ws(' · ', ${sql.join(parts)}), '')`;

/** Conditions on a text, best match first, each met by whatever meets the one before it: a record ranks by the first. */
function waysInto({ text, indexed }: Pick<Kind, 'text' | 'indexed'>, wanted: Wanted) {
  const { whole, words, digits } = wanted;
  const like = (pattern: string) =>
    indexed
      ? sql`(${indexed} like ${folded(pattern)} and ${text} like ${pattern})`
      : sql`${text} like ${pattern}`;
  const start = literally(whole);
  // One or two characters occur inside too many words.
  const ofWord = (word: string) =>
    [...word].length < 3
      ? sql`(${like(`%\n${word}%`)} or ${like(`% ${word}%`)})`
      : like(`%${word}%`);
  const anywhere = sql.join(words.map(literally).map(ofWord), sql` and `);
  const byDigits = digits === null ? sql`` : sql` or ${like(`%${digits}%`)}`;
  return {
    isWhole: like(`%\n${start}\n%`),
    isBeginning: like(`%\n${start}%`),
    isFound: sql`(${anywhere}${byDigits})`,
  };
}

const digitsOfPhone = sql`translate(t.phone, ' -()+.', '')`;

const leadText = sql`lower(E'\n' || t.company_name || E'\n' || t.contact_person || E'\n' || coalesce(t.email, '') || E'\n' || coalesce(t.phone, '')
  || E'\n' || translate(coalesce(t.phone, ''), ' -()+.', '') || E'\n')`;
const customerText = sql`lower(E'\n' || t.customer_code || E'\n' || t.company_name || E'\n' || t.contact_person || E'\n' || coalesce(t.email, '')
  || E'\n' || coalesce(t.phone, '') || E'\n' || translate(coalesce(t.phone, ''), ' -()+.', '') || E'\n')`;
// As the indexes have them (migration 0095).
const leadIndexed = foldedText([
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
  digitsOfPhone,
  sql`t.industry`,
  sql`t.city`,
]);
const customerIndexed = foldedText([
  sql`t.company_name`,
  sql`t.contact_person`,
  sql`t.email`,
  sql`t.phone`,
  sql`t.customer_code`,
  digitsOfPhone,
  sql`t.city`,
]);
const productText = sql`lower(E'\n' || t.sku_code || E'\n' || t.product_name || E'\n' || coalesce(t.barcode, '') || E'\n')`;
const productIndexed = sql`folded(E'\n' || t.sku_code || E'\n' || t.product_name || E'\n' || coalesce(t.barcode, '')
  || E'\n' || coalesce(t.description, ''))`;
const serviceText = sql`lower(E'\n' || t.service_name || E'\n' || coalesce(t.sku_code, '') || E'\n')`;
const userText = sql`lower(E'\n' || t.first_name || ' ' || t.last_name || E'\n' || t.username || E'\n' || t.email || E'\n' || coalesce(t.phone, '') || E'\n')`;

const ofCustomer = sql`join customers c on c.id = t.customer_id`;
const ofInvoice = sql`join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`;
const ofBoth = detailOf(sql`i.invoice_number`, sql`c.company_name`);

const noteOf = (type: 'credit_note' | 'debit_note', from: RawBuilder<unknown>): Kind => ({
  type,
  kind: 'invoices',
  from: sql`(select * from credit_notes where kind = ${from})`,
  follows: ofInvoice,
  label: sql`t.note_number`,
  detail: ofBoth,
  text: sql`lower(E'\n' || t.note_number || E'\n')`,
});

const kinds: readonly Kind[] = [
  {
    type: 'lead',
    kind: 'leads',
    from: sql`leads`,
    label: sql`t.company_name`,
    detail: detailOf(sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    text: leadText,
    indexed: leadIndexed,
  },
  {
    type: 'customer',
    kind: 'customers',
    from: sql`customers`,
    label: sql`t.company_name`,
    detail: detailOf(sql`t.customer_code`, sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    text: customerText,
    indexed: customerIndexed,
  },
  {
    type: 'product',
    kind: 'products',
    from: sql`products`,
    label: sql`t.product_name`,
    detail: sql`t.sku_code`,
    text: productText,
    indexed: productIndexed,
  },
  {
    type: 'service',
    kind: 'services',
    from: sql`services`,
    label: sql`t.service_name`,
    detail: detailOf(sql`t.sku_code`, sql`t.service_type`),
    text: serviceText,
  },
  {
    type: 'order',
    kind: 'orders',
    from: sql`orders`,
    follows: ofCustomer,
    label: sql`t.order_number`,
    detail: sql`c.company_name`,
    text: sql`lower(E'\n' || t.order_number || E'\n')`,
  },
  {
    type: 'invoice',
    kind: 'invoices',
    from: sql`invoices`,
    follows: ofCustomer,
    label: sql`t.invoice_number`,
    detail: sql`c.company_name`,
    text: sql`lower(E'\n' || t.invoice_number || E'\n')`,
  },
  {
    type: 'payment',
    kind: 'payments',
    from: sql`payments`,
    follows: ofInvoice,
    label: sql`t.reference_number`,
    detail: ofBoth,
    text: sql`lower(E'\n' || coalesce(t.reference_number, '') || E'\n')`,
  },
  {
    type: 'advance',
    kind: 'payments',
    from: sql`advances`,
    follows: ofCustomer,
    label: sql`t.voucher_number`,
    detail: sql`c.company_name`,
    text: sql`lower(E'\n' || t.voucher_number || E'\n')`,
  },
  noteOf('credit_note', sql`'credit'`),
  noteOf('debit_note', sql`'debit'`),
];

// Users are found by administrators only (docs/product/search.md#what-is-found).
const users: Kind = {
  type: 'user',
  kind: null,
  from: sql`users`,
  label: sql`t.first_name || ' ' || t.last_name`,
  detail: detailOf(sql`t.username`, sql`t.email`),
  text: userText,
};

// Of what very many records meet only so many of the newest are ranked; the better ones among the rest are asked for.
const mostRanked = 500;

/** At most twenty records of each kind, the best first. */
export async function findRecords(db: Db, person: Reader, wanted: Wanted): Promise<Found[]> {
  const readable = kinds.filter(({ kind }) => kind && reachOf(person, kind) !== 'none');
  const searched = person.role === 'admin' ? [...readable, users] : readable;
  if (searched.length === 0) return [];
  const found = await rank(
    db,
    searched.map((kind) => newestOf(kind, wanted, person)),
  );
  const crowded = searched.filter(({ type }) =>
    found.some((each) => each.type === type && each.met === mostRanked),
  );
  const better =
    crowded.length === 0
      ? []
      : await rank(
          db,
          crowded.map((kind) => bestOf(kind, wanted, person)),
        );
  const all = new Map([...better, ...found].map((each) => [`${each.type} ${each.id}`, each]));
  return searched
    .flatMap(({ type }) => bestTwenty([...all.values()], type))
    .toSorted((one, other) => one.way - other.way)
    .map(({ type, id, label, detail }) => ({ type, id, label, detail }));
}

interface Ranked extends Found {
  way: number;
  /** How many records of its kind were ranked. */
  met: number;
}

async function rank(db: Db, selects: readonly RawBuilder<unknown>[]): Promise<Ranked[]> {
  return (await sql<Ranked>`${sql.join(selects, sql` union all `)}`.execute(db)).rows;
}

function bestTwenty(all: readonly Ranked[], type: FoundType): Ranked[] {
  return all
    .filter((each) => each.type === type)
    .toSorted((one, other) => one.way - other.way || other.id - one.id)
    .slice(0, mostFound);
}

function newestOf(kind: Kind, wanted: Wanted, person: Reader): RawBuilder<unknown> {
  const { isFound } = waysInto(kind, wanted);
  return rankedOf(kind, wanted, candidates(kind, person, { condition: isFound, most: mostRanked }));
}

/** Those that are it, or begin with it, wherever they stand among very many. */
function bestOf(kind: Kind, wanted: Wanted, person: Reader): RawBuilder<unknown> {
  const { isWhole, isBeginning } = waysInto(kind, wanted);
  const [exact, begun] = [isWhole, isBeginning].map((condition) =>
    candidates(kind, person, { condition, most: mostFound }),
  );
  return rankedOf(kind, wanted, sql`(${exact} union ${begun})`);
}

function candidates(
  { from, follows, kind, text }: Kind,
  person: Reader,
  { condition, most }: { condition: RawBuilder<unknown>; most: number },
): RawBuilder<unknown> {
  const here = kind === null ? sql`true` : shown(person, kind);
  const joined = follows && kind && !seesAll(person, kind) ? follows : sql``;
  return sql`(select t.id, ${text} as text from ${from} t ${joined} where ${here} and ${condition}
    order by t.id desc limit ${most})`;
}

function rankedOf(
  { type, from, follows = sql``, label, detail }: Kind,
  wanted: Wanted,
  of: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { isWhole, isBeginning } = waysInto({ text: sql.ref('f.text') }, wanted);
  return sql`select ${type} as type, t.id, ${label} as label, ${detail} as detail, b.way, b.met
    from (
      select f.id, case when ${isWhole} then 0 when ${isBeginning} then 1 else 2 end as way, count(*) over () as met
      from ${of} f order by way, f.id desc limit ${mostFound}
    ) b join ${from} t on t.id = b.id ${follows}`;
}
