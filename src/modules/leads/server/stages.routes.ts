import { rowSchema } from '~/kit/shared/records';
import { type Api, listRoute } from '~/kit/server/route';
import { stageFields } from '../stages.fields';
import { listStages } from './leads.queries';

export function stageRoutes(api: Api): void {
  listRoute(api, {
    url: '/pipeline/stages',
    access: 'user',
    summary: 'The pipeline’s stages in their order, those switched off too',
    tag: 'Pipeline',
    row: rowSchema(stageFields),
    source: listStages,
  });
}
