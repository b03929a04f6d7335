import { sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import type { Images } from '~/kit/server/database/images';
import type { ListSource } from '~/kit/server/lists/list-source';
import { stageFields, type Stage } from '../stages.fields';
import type { Held } from '../stages.rules';

export const stages: Entity<typeof stageFields> = {
  name: 'pipeline_stages',
  type: 'other',
  noun: 'Stage',
  fields: stageFields,
  select: (where) =>
    sql`select ${columnsOf(stageFields, 't')} from pipeline_stages t where ${where}`,
  label: (stage) => stage.stage_name,
};

export function listStages(): ListSource {
  return {
    select: sql`${stages.select(sql`true`)} order by t.stage_order, t.id`,
    entity: 'pipeline_stages',
  };
}

/** All stages in order, locked against changes until the transaction ends; leads can still be added to them. */
export async function lockStages(
  trx: Transaction,
): Promise<Pick<Stage, 'id' | 'stage_name' | 'stage_order' | 'is_active'>[]> {
  await sql`lock table pipeline_stages in share row exclusive mode`.execute(trx);
  const result = await sql<Pick<Stage, 'id' | 'stage_name' | 'stage_order' | 'is_active'>>`
    select id, stage_name, stage_order, is_active from pipeline_stages
    order by stage_order, id`.execute(trx);
  return result.rows;
}

/** Locks the stage until the transaction ends, so that it is not deactivated while a lead is moved into it. */
export async function findStage(
  trx: Transaction,
  id: number,
): Promise<Pick<Stage, 'id' | 'stage_name' | 'is_active'> | null> {
  const result = await sql<Pick<Stage, 'id' | 'stage_name' | 'is_active'>>`
    select id, stage_name, is_active from pipeline_stages where id = ${id} for share`.execute(trx);
  return result.rows[0] ?? null;
}

/** The stages of images of leads, locked as by `findStage`. */
export async function listImageStages(
  trx: Transaction,
  images: Images,
): Promise<{ id: number; stage_name: string; is_active: boolean }[]> {
  const result = await sql<{ id: number; stage_name: string; is_active: boolean }>`
    select i.id, s.stage_name, s.is_active from (${images}) i
    join pipeline_stages s on s.id = (i.image->>'current_stage_id')::integer for share of s`.execute(
    trx,
  );
  return result.rows;
}

export async function findEndStage(
  trx: Transaction,
  end: 'first' | 'last',
): Promise<number | null> {
  const direction = end === 'first' ? sql`asc` : sql`desc`;
  const result = await sql<{ id: number }>`select id from pipeline_stages where is_active
    order by stage_order ${direction}, id ${direction} limit 1 for share`.execute(trx);
  return result.rows[0]?.id ?? null;
}

export async function listStageIds(db: Db): Promise<number[]> {
  const result = await sql<{
    id: number;
  }>`select id from pipeline_stages where is_active order by stage_order`.execute(db);
  return result.rows.map((row) => row.id);
}

export async function countHeld(trx: Transaction, stageId: number): Promise<Held> {
  const result = await sql<Held>`select count(*) as leads,
      count(*) filter (where status = 'converted') as converted
    from leads where current_stage_id = ${stageId}`.execute(trx);
  return result.rows[0] ?? { leads: 0, converted: 0 };
}
