import { sql } from 'kysely';
import type { Link } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { isWalledIn } from '../workspaces.rules';
import { type Belonging, belongingOf } from './belonging.queries';
import { placementOf } from './whereabouts.service';
import { type Kind, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { newestFirst } from '~/kit/server/lists/window-terms';

export type Reader = Pick<
  Person,
  'id' | 'role' | 'rights' | 'current_workspace' | 'workspaces' | 'workspace_isolation'
>;

/** Writes a number into a statement: as a literal for lists, which take no parameters. */
export type Written = (id: number) => SqlPart;

export const asLiteral: Written = (id) => sql.lit(id);
export const asParameter: Written = (id) => sql`${id}::integer`;

/** SQL: the record is in the workspace that is chosen; any is where none is chosen. */
export function isChosen({ current_workspace: id }: Reader, kind: Kind, written: Written): SqlPart {
  const placement = belongingOf(kind);
  return id === null || !placement ? sql`true` : sql`${placement.workspace} = ${written(id)}`;
}

/** SQL: the person may read the record (docs/product/roles.md#reading, docs/product/workspaces.md#isolation). */
export function isReadable(
  person: Reader,
  kind: Kind,
  written: Written,
  placement: Belonging | null = belongingOf(kind),
): SqlPart {
  const reach = reachOf(person, subjectOfKind(kind));
  if (reach === 'none') return sql`false`;
  if (!placement) return sql`true`;
  const conditions = [
    ...(reach === 'own' ? [isOwn(person, placement, written)] : []),
    ...(reach === 'workspace' || isWalledIn(person) ? [isInOwn(person, placement, written)] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** SQL: the person may read the one record of that id, in a statement about other rows; without parameters. */
export function isReadableOf(person: Reader, kind: Kind, record: number): SqlPart {
  return isReadableAt(person, kind, sql.lit(record));
}

/** The same of the record whose id is in a column of another row. */
export function isReadableAt(person: Reader, kind: Kind, record: SqlPart): SqlPart {
  const isRead = isReadable(person, kind, asLiteral);
  const placement = placementOf(kind);
  if (!placement) return isRead;
  return sql`exists (select from ${placement.from} where t.id = ${record} and ${isRead})`;
}

/** For histories: a workspace that a record belonged to is named to its members and to administrators. */
export const workspaceLink: Link = {
  from: sql`workspaces t`,
  name: sql`t.name`,
  readableBy: ({ role, workspaces }) =>
    role === 'admin' ? sql`true` : sql`t.id = any (${workspaces}::integer[])`,
};

export function bothOf(one: SqlPart, other: SqlPart): SqlPart {
  return sql`${one} and ${other}`;
}

function isOwn({ id }: Reader, { owners }: Pick<Belonging, 'owners'>, written: Written): SqlPart {
  return sql`(${sql.join(
    owners.map((owner) => sql`${owner} = ${written(id)}`),
    sql` or `,
  )})`;
}

function isInOwn(
  { workspaces }: Reader,
  { workspace }: Pick<Belonging, 'workspace'>,
  written: Written,
): SqlPart {
  if (workspaces.length === 0) return sql`false`;
  return sql`${workspace} in (${sql.join(workspaces.map(written))})`;
}

export type Listed = Pick<Entity, 'name' | 'select'>;

/** The records that a condition permits, newest first; with `of`, another condition, those of one record. */
export function newestRecords(
  { name, select }: Listed,
  where: SqlPart,
  of?: SqlPart,
): Pick<ListSource, 'select' | 'entity'> {
  return {
    select: sql`${select(of ? sql`${of} and ${where}` : where)}
      order by ${newestFirst}`,
    entity: name,
  };
}
