import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { stageFields } from '../stages.fields';
import { listStages, stages } from './stages.queries';
import { changeStage, createStage } from './stages.actions';

const stageRow = rowSchema(stageFields);
const tag = 'Pipeline';

export function stageRoutes(api: Api): void {
  listRoute(api, {
    url: '/pipeline/stages',
    access: 'user',
    summary: 'List the pipeline stages in their order, including inactive ones',
    tag,
    row: stageRow,
    source: listStages,
  });
  route(api, {
    method: 'POST',
    url: '/pipeline/stages',
    errors: ['stage.name_taken', 'stage.position_out_of_range'],
    access: 'admin',
    summary: 'Add a stage to the pipeline',
    tag,
    body: createSchema(stageFields),
    response: stageRow,
    status: 201,
    handle: ({ context, body }) => createStage(context, body),
  });
  route(api, {
    method: 'PUT',
    url: '/pipeline/stages/:id',
    errors: [
      'stage.name_taken',
      'stage.position_out_of_range',
      'stage.in_use',
      'stage.last_active',
    ],
    access: 'admin',
    summary: 'Rename, describe, move or switch a stage',
    tag,
    params: idParams,
    body: patchSchema(stageFields),
    response: stageRow,
    current: ({ db }, { id }) => getRecord(db, stages, id),
    handle: ({ context, params, body }) => changeStage(context, params.id, body),
  });
}
