import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { newestFirst } from '~/kit/server/lists/window-terms';

export type Listed = Pick<Entity, 'name' | 'select'>;

/** A column that names a record. */
export interface Naming {
  column: string;
  id: number;
}

/** The records that a condition permits, newest first; with `of` those of one record. */
export function newestRecords(
  { name, select }: Listed,
  where: SqlPart,
  of?: Naming,
): Pick<ListSource, 'select' | 'entity'> {
  const named = of && sql`${sql.ref(`t.${of.column}`)} = ${sql.lit(of.id)}`;
  return {
    select: sql`${select(named ? sql`${named} and ${where}` : where)}
      order by ${newestFirst}`,
    entity: name,
  };
}
