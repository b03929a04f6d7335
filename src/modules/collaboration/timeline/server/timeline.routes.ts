import { z } from 'zod';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { timelineItemSchema } from '~/modules/records/records/timeline.fields';
import { pageSize } from '../timeline.rules';
import { timelineOf } from './timeline.actions';
import {
  callPath,
  lists,
  recordKinds,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

const query = z.object({ before: z.string().max(100).optional() });

/** `GET /leads/{id}/timeline` and its like (docs/product/records.md#timeline). */
export function timelineRoutes(api: Api): void {
  for (const kind of recordKinds) {
    route(api, {
      tag: 'Timeline',
      access: `${subjectOfKind(kind)}.read`,
      method: 'GET',
      url: `${callPath(kind)}/:id/timeline`,
      summary: `List the activity of a ${lists[kind].noun.toLowerCase()}, newest first; ${pageSize} at a time`,
      params: idParams,
      query,
      response: z.array(timelineItemSchema),
      handle: ({ context, params, query: { before } }) =>
        timelineOf(context, { kind, id: params.id, before }),
    });
  }
}
