import type { Database } from '~/kit/server/database/db';
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

interface Reader {
  get: <T>(path: string) => Promise<{ body: { data: T } }>;
}

export async function findStageCalled(client: Reader, name: string): Promise<Stage> {
  const { body } = await client.get<Stage[]>('/pipeline/stages');
  const found = body.data.find((stage) => stage.stage_name === name);
  if (!found) throw new Error(`There is no stage ${name}`);
  return found;
}
