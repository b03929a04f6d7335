import { sql } from 'kysely';
import { columnsOf, type Db, type ListSource } from '~/kit/server/db';
import type { Entity } from '~/kit/server/write';
import { leadFields } from '../leads.fields';
import { stageFields, type Stage } from '../stages.fields';

export const leads: Entity<typeof leadFields> = {
  name: 'leads',
  type: 'lead',
  noun: 'Lead',
  fields: leadFields,
  select: (where) => sql`select ${columnsOf(leadFields, 't')},
      u.first_name as assigned_first_name, u.last_name as assigned_last_name, s.stage_name
    from leads t
    left join users u on u.id = t.assigned_to
    left join pipeline_stages s on s.id = t.current_stage_id
    where ${where}`,
  label: (lead) => lead.company_name,
};

/** Newest first. */
export function listLeads(): ListSource {
  return {
    select: sql`${leads.select(sql`true`)} order by t.created_at desc, t.id desc`,
    tables: ['leads', 'users', 'pipeline_stages'],
  };
}

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
    tables: ['pipeline_stages'],
  };
}

/** The stage, held as it is until the transaction ends, so that it is not switched off under a lead on its way in. */
export async function findStage(
  trx: Db,
  id: number,
): Promise<Pick<Stage, 'id' | 'stage_name' | 'is_active'> | null> {
  const result = await sql<Pick<Stage, 'id' | 'stage_name' | 'is_active'>>`
    select id, stage_name, is_active from pipeline_stages where id = ${id} for share`.execute(trx);
  return result.rows[0] ?? null;
}

export async function findEndStage(trx: Db, end: 'first' | 'last'): Promise<number | null> {
  const direction = end === 'first' ? sql`asc` : sql`desc`;
  const result = await sql<{ id: number }>`select id from pipeline_stages where is_active
    order by stage_order ${direction}, id ${direction} limit 1 for share`.execute(trx);
  return result.rows[0]?.id ?? null;
}

export async function hasLeads(db: Db): Promise<boolean> {
  const result = await sql<{ has: boolean }>`select exists (select from leads) as has`.execute(db);
  return result.rows[0]?.has ?? false;
}

/** The active stages in their order. */
export async function listStageIds(db: Db): Promise<number[]> {
  const result = await sql<{
    id: number;
  }>`select id from pipeline_stages where is_active order by stage_order`.execute(db);
  return result.rows.map((row) => row.id);
}
