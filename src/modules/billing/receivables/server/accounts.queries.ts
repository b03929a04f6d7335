import { sql } from 'kysely';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { Report } from '~/kit/server/reports/report';
import { addDays, type Day } from '~/kit/shared/time/days';
import { dueSoonDays } from '~/modules/billing/invoices/dues.rules';
import { ageLabels, ageNames, type EntryKind } from '../receivables.fields';
import { ageOf, type Entry } from '../receivables.rules';

/** The end of a day where the company is. */
export interface AsOf {
  day: Day;
  zone: string;
}

/** SQL: the condition for the id of a party. */
export type Where = (party: SqlPart) => SqlPart;

/** The documents that make the accounts of the parties of a kind. */
export interface AccountBook {
  /** The table of the parties, `t` in conditions. */
  table: string;
  /** On which side a document raises the balance of a party. */
  raisedBy: 'debit' | 'credit';
  /** The columns of a party's id and name. */
  id: 'customer_id' | 'vendor_id';
  name: 'customer_name' | 'vendor_name';
  /**
   * SQL: all that counts or counted: the party's id, `date, kind, number, reference, amount, entered_at, reversed_at`; what
   * raises the balance is positive, and a cancelled one has the instant since when it does not count.
   */
  documents: (where: Where) => SqlPart;
  /** SQL: whether one of these is the first of its day on a statement: a bill, before the money that pays it. */
  isFirst: SqlPart;
  /** SQL: the parts of accounts now, by the sums stored in their documents: the party's id and `amount`. */
  parts: (where: Where) => SqlPart;
  /** SQL: the balance of each document at the end of a day: the party's id, `due_date, balance`. */
  balances: (asOf: AsOf, where: Where) => SqlPart;
  /** SQL: further columns of the ageing, by their names: aggregates of unpaid documents `o`, or null of none. */
  sums?: Readonly<Record<string, (asOf: AsOf) => SqlPart>>;
}

/** SQL: whether an instant is after a day where the company is; the limit is worked out once, not for each row. */
export function isAfterDay(instant: SqlPart, { day, zone }: AsOf): SqlPart {
  return sql`(${instant} >= ((${day}::date + 1)::timestamp at time zone ${zone}))`;
}

/** SQL: the due date that an invoice or a bill of this alias had at the end of a day. */
export function dueDateThen(alias: string, asOf: AsOf): SqlPart {
  const [due, earlier] = [sql.ref(`${alias}.due_date`), sql.ref(`${alias}.earlier_due_dates`)];
  return sql`case when ${earlier} is null then ${due}
    else coalesce((select (e->>'due_date')::date
      from jsonb_array_elements(${earlier}) with ordinality as earlier (e, at)
      where ${isAfterDay(sql`(e->>'until')::timestamptz`, asOf)} order by at limit 1), ${due}) end`;
}

/** SQL: the movements of accounts: each document on its day, and the cancelled ones again on the day of cancelling. */
export function movementsOf(book: AccountBook, zone: string, where: Where): SqlPart {
  const id = sql.ref(book.id);
  return sql`(with documents as ${book.documents(where)}
    select ${id}, date, kind, false as is_cancellation, number, reference, amount, entered_at
    from documents where amount <> 0
    union all
    select ${id}, greatest(date, (reversed_at at time zone ${zone})::date), kind, true, number, reference,
      -amount, reversed_at
    from documents where amount <> 0 and reversed_at is not null)`;
}

/** SQL: the balances of accounts at the end of a day: those of now less the movements since. The party's id and `total`. */
function accountBalances(book: AccountBook, asOf: AsOf, where: Where): SqlPart {
  const id = sql.ref(book.id);
  const isLater = sql`d.date > ${asOf.day}::date`;
  // A document of a later day that was cancelled moved nothing in all.
  return sql`(select ${id}, sum(amount) as total from (
      select ${id}, amount from ${book.parts(where)} p
      union all
      select d.${id}, case when ${isLater} then -d.amount else d.amount end from ${book.documents(where)} d
      where (${isLater} and d.reversed_at is null)
        or (d.date <= ${asOf.day}::date and ${isAfterDay(sql`d.reversed_at`, asOf)})
    ) a group by ${id})`;
}

interface AccountPeriod {
  party: number;
  from: Day;
  to: Day;
  zone: string;
}

/** A party's balance before a day, and the movements from it to another, in their order; rupees. */
export async function readMovements<Kind extends EntryKind>(
  db: Db,
  book: AccountBook,
  { party, from, to, zone }: AccountPeriod,
): Promise<{ opening: number; entries: Entry<Kind>[] }> {
  const found = await findJson<{ opening: number; entries: Entry<Kind>[] }>(
    db,
    sql`with m as ${movementsOf(book, zone, (of) => sql`${of} = ${party}`)}
      select coalesce((select sum(amount) from m where date < ${from}::date), 0) as opening,
        coalesce((select json_agg(row_to_json(e)) from (
          select date, kind, is_cancellation, number, reference, amount from m
          where date between ${from}::date and ${to}::date
          order by date, (${book.isFirst}) and not is_cancellation desc, entered_at, is_cancellation, kind, number) e), '[]') as entries`,
  );
  return found ?? { opening: 0, entries: [] };
}

/** SQL: the parties that fulfil a condition on `t`. */
export function among({ table }: AccountBook, parties: SqlPart): Where {
  return (party) => sql`${party} in (select t.id from ${sql.ref(table)} t where ${parties})`;
}

interface Ageing extends AsOf {
  /** SQL: the condition for a party `t`. */
  parties: SqlPart;
}

/**
 * SQL: the balances of parties at the end of a day by age, those due within the next days and the further columns of the book,
 * in rupees; parties without any are left out.
 */
export function ageingOf(book: AccountBook, { parties, ...asOf }: Ageing): SqlPart {
  const { day } = asOf;
  const where = among(book, parties);
  const id = sql.ref(book.id);
  const age = sql`case ${sql.join(
    [0, 30, 60, 90].map(
      (past) =>
        sql`when b.due_date >= ${addDays(day, -past)}::date then ${sql.lit(ageOf(addDays(day, -past), day))}`,
    ),
    sql` `,
  )} else 'over_90' end`;
  const sumOf = (name: string, condition: SqlPart) =>
    sql`coalesce(sum(o.balance) filter (where ${condition}), 0) as ${sql.ref(name)}`;
  const isDueSoon = sql`o.due_date between ${day}::date and ${addDays(day, dueSoonDays)}::date`;
  const further = Object.entries(book.sums ?? {});
  const sums = [
    ...ageNames.map((name) => sumOf(name, sql`o.age = ${sql.lit(name)}`)),
    sumOf('due_soon', isDueSoon),
    ...further.map(([name, aggregate]) => sql`${aggregate(asOf)} as ${sql.ref(name)}`),
  ];
  const some = (name: string) => sql`coalesce(a.${sql.ref(name)}, 0) as ${sql.ref(name)}`;
  return sql`with owed as (
      select b.*, ${age} as age from ${book.balances(asOf, where)} b where b.balance > 0
    ), aged as (
      select o.${id}, sum(o.balance) as owed, ${sql.join(sums)} from owed o group by o.${id}
    )
    select t.${id}, c.company_name as ${sql.ref(book.name)}, ${sql.join(ageNames.map(some))},
      coalesce(a.owed, 0) - t.total as credit, t.total, ${sql.join([
        some('due_soon'),
        ...further.map(([name]) => sql`a.${sql.ref(name)}`),
      ])}
    from ${accountBalances(book, asOf, where)} t join ${sql.ref(book.table)} c on c.id = t.${id}
      left join aged a on a.${id} = t.${id}
    where t.total <> 0 or a.owed is not null`;
}

/** The balances at the end of a day of the parties that fulfil a condition, by name. */
export async function listAges<Row>(db: Db, book: AccountBook, asOf: Ageing): Promise<Row[]> {
  const found = await sql<Row>`select * from (${ageingOf(book, asOf)}) r
    order by r.${sql.ref(book.name)}, r.${sql.ref(book.id)}`.execute(db);
  return found.rows;
}

/** How many documents up to a day were entered after it. */
export async function countEnteredLater(
  db: Db,
  book: AccountBook,
  { parties, ...asOf }: Ageing,
): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count
    from ${book.documents(among(book, parties))} d
    where d.amount <> 0 and d.date <= ${asOf.day}::date and ${isAfterDay(sql`d.entered_at`, asOf)}`.execute(
    db,
  );
  return Number(found.rows[0]?.count ?? 0);
}

const money = (key: string, label: string) => ({ key, label, kind: 'money' }) as const;

interface Described
  extends Pick<Report, 'name' | 'title' | 'about' | 'right' | 'alsoBy' | 'dependsOn'> {
  /** What a row is. */
  group: Report['groups'][number];
  /** The labels of the further columns of the book. */
  further?: Readonly<Record<string, string>>;
  /** SQL: the condition for a party `t` whose account a person reads. */
  readable: (person: Parameters<Report['select']>[0]['person']) => SqlPart;
}

/** The balances of the parties of a book at the end of a day, by age, as a report. */
export function reportOfAges(
  book: AccountBook,
  { group, further = {}, readable, ...report }: Described,
): Report {
  const ages = [...ageNames, 'credit', 'total'];
  const summed = [...ages, ...Object.keys(further)];
  return {
    ...report,
    period: 'as of',
    groups: [group],
    columns: [
      ...ageNames.map((name) =>
        money(name, name === 'current' ? ageLabels[name] : `${ageLabels[name]} Days`),
      ),
      money('credit', 'Credit'),
      money('total', 'Total'),
      ...Object.entries(further).map(([key, label]) => money(key, label)),
    ],
    summed,
    chart: { x: 'name', y: 'total', parts: ageNames },
    select: ({ person }, { to, zone }) => {
      const id = sql.ref(`r.${book.id}`);
      const rows = ageingOf(book, { parties: readable(person), day: to, zone });
      return sql`select ${id}, r.${sql.ref(book.name)} as name, ${sql.join([
        ...ages.map((name) => sql.ref(`r.${name}`)),
        ...Object.keys(further).map(
          (name) => sql`coalesce(r.${sql.ref(name)}, 0) as ${sql.ref(name)}`,
        ),
      ])}, ${sql.lit(`/${book.table}/`)} || ${id} || '?tab=statement' as link
        from (${rows}) r order by r.total desc, name`;
    },
  };
}
