import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api } from '~/kit/server/http/route';
import { stageFields } from '../stages.fields';
import { listStages, stages } from './stages.queries';
import { changeStage, createStage } from './stages.actions';

const stageRow = rowSchema(stageFields);
const tag = 'Pipeline';

export function stageRoutes(api: Api): void {
  listRoute(api, {
    url: '/pipeline/stages',
    access: 'user',
    takesKeys: true,
    summary: 'List the pipeline stages in their order, including inactive ones',
    tag,
    row: stageRow,
    source: listStages,
  });
  recordRoutes(api, {
    tag,
    url: '/pipeline/stages',
    access: 'admin',
    response: stageRow,
    find: ({ db }, id) => getRecord(db, stages, id),
    create: {
      summary: 'Add a stage to the pipeline',
      body: createSchema(stageFields),
      idempotent: false,
      act: createStage,
    },
    update: {
      summary: 'Rename, describe, move or switch a stage',
      body: patchSchema(stageFields),
      act: changeStage,
    },
  });
}
