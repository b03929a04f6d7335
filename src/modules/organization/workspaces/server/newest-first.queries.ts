import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import { newestFirst } from '~/kit/server/lists/window-terms';

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
