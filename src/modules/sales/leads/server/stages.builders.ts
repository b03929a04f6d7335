import type { Database } from '~/kit/server/database/db';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { emptyTables } from '~/kit/server/testing/test-database';
import type { Stage } from '../stages.fields';

export const firstStages = ['New', 'Contacted', 'Qualified', 'Proposal', 'Negotiation', 'Won'];

export async function resetStages(database: Database): Promise<void> {
  await emptyTables(database, 'pipeline_stages', 'leads', 'activity');
  await database.pool.query(
    `insert into pipeline_stages (stage_name, stage_order)
     select stage_name, stage_order from unnest($1::text[]) with ordinality as t (stage_name, stage_order)`,
    [firstStages],
  );
}

export async function listStages(client: Caller): Promise<Stage[]> {
  return (await client.get<Stage[]>('/pipeline/stages')).body.data;
}

/** The names of the stages in their order, which must count from 1 without a gap. */
export async function stageNames(client: Caller): Promise<string[]> {
  const stages = await listStages(client);
  if (stages.some((stage, index) => stage.stage_order !== index + 1))
    throw new Error(`The order is ${stages.map((stage) => stage.stage_order).join(', ')}`);
  return stages.map((stage) => stage.stage_name);
}

export async function findStageCalled(client: Caller, name: string): Promise<Stage> {
  const found = (await listStages(client)).find((stage) => stage.stage_name === name);
  if (!found) throw new Error(`There is no stage ${name}`);
  return found;
}

/** Changes the stage of this name, as `client`. */
export async function changeStage(
  client: Caller,
  name: string,
  body: object,
): Promise<ApiResponse<Stage>> {
  const { id } = await findStageCalled(client, name);
  return client.put<Stage>(`/pipeline/stages/${id}`, body);
}
