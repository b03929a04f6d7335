import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Duplicate } from '../duplicates.fields';
import { type Match, type Reason, reasonNames } from '../duplicates.rules';

/** How the records of a kind are compared; all of it is SQL of the table `t`. */
export interface DuplicateSource {
  table: SqlPart;
  label: SqlPart;
  detail: SqlPart;
  /** The compared value of a reason, as the record has it. */
  values: Partial<Record<Reason, SqlPart>>;
  /** Parts `p` of records, such as contacts: a record is found by their values too. `of` is the record of a part. */
  parts?: { from: SqlPart; of: SqlPart; values: Partial<Record<Reason, SqlPart>> };
  readableBy: (person: Person) => SqlPart;
}

/** As the indexes of the tables contain them. */
const keys: Record<Reason, (value: SqlPart) => SqlPart> = {
  tax_id: (value) => value,
  email: (value) => sql`folded(${value})`,
  phone: (value) => sql`phone_key(${value})`,
  code: (value) => value,
  name: (value) => sql`name_sound(${value})`,
};

const mostMatches = 200;
const mostOfOne = 20;
const mostLikely = 5;

function comparedIn({ values }: DuplicateSource): [Reason, SqlPart][] {
  return reasonNames.flatMap((reason) => {
    const value = values[reason];
    return value ? [[reason, value] satisfies [Reason, SqlPart]] : [];
  });
}

/** For each reason the newest two hundred matches of records that the person may read, each with its oldest twenty. */
export async function findMatches(
  db: Db,
  source: DuplicateSource,
  person: Person,
): Promise<Match[]> {
  const compared = comparedIn(source);
  const columns = compared.map(
    ([reason, value]) => sql`${keys[reason](value)} as ${sql.ref(reason)}`,
  );
  const found = compared.map(
    ([reason]) => sql`(select ${sql.lit(reason)} as reason,
        (array_agg(id order by id))[1:${sql.lit(mostOfOne)}] as ids, max(id) as newest
      from compared where ${sql.ref(reason)} is not null group by ${sql.ref(reason)}
      having count(*) > 1 order by newest desc limit ${sql.lit(mostMatches)})`,
  );
  const matches = await sql<Match>`with compared as materialized (
      select t.id, ${sql.join(columns)} from ${source.table} t where ${source.readableBy(person)})
    select reason, ids from (${sql.join(found, sql` union all `)}) found order by newest desc`.execute(
    db,
  );
  return matches.rows;
}

interface Typing {
  person: Person;
  typed: Partial<Record<Reason, string | undefined>>;
  /** The record that is being changed; 0 for a new one. */
  except: number;
}

/** The readable records with what was typed, for each reason, those with it in their own row before those with it in a part. */
export async function findLikely(
  db: Db,
  source: DuplicateSource,
  { person, typed, except }: Typing,
): Promise<(Duplicate & { reason: Reason })[]> {
  const comparisons = comparedIn(source).flatMap(([reason, value]) => {
    const text = typed[reason];
    if (text === undefined || text === '') return [];
    const { [reason]: key } = keys;
    const sent = key(sql`${text}::text`);
    const recordsWhere = (isLike: SqlPart) => sql`(select t.id, ${source.label} as label,
          ${source.detail} as detail, ${sql.lit(reason)} as reason
        from ${source.table} t
        where ${isLike} and t.id <> ${except} and ${source.readableBy(person)}
        order by t.id limit ${sql.lit(mostLikely)})`;
    const { from, of, values = {} } = source.parts ?? {};
    const partValue = values[reason];
    return [
      recordsWhere(sql`${key(value)} = ${sent}`),
      ...(from && of && partValue
        ? [
            recordsWhere(
              sql`t.id in (select ${of} from ${from} p where ${key(partValue)} = ${sent})`,
            ),
          ]
        : []),
    ];
  });
  if (comparisons.length === 0) return [];
  const found = await sql<
    Duplicate & { reason: Reason }
  >`${sql.join(comparisons, sql` union all `)}`.execute(db);
  return found.rows;
}

export async function listDuplicateRecords(
  db: Db,
  { table, label, detail }: DuplicateSource,
  ids: readonly number[],
): Promise<Duplicate[]> {
  const found = await sql<Duplicate>`select t.id, ${label} as label, ${detail} as detail
    from ${table} t where t.id = any (${ids}::integer[]) order by t.id`.execute(db);
  return found.rows;
}
