import { z } from 'zod';
import { readRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import type { Api } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  listSchema,
  newViewSchema,
  type View,
  viewFields,
  viewPatchSchema,
  viewStateSchema,
} from '../views.fields';
import { listViews, viewsOf } from './views.queries';
import { createView, deleteView, updateView } from './views.actions';

const viewRow = rowSchema(viewFields).and(z.object({ state: viewStateSchema }));
const shared = { access: 'user', tag: 'Views' } as const;

export function viewRoutes(api: Api): void {
  listRoute<{ list?: View['list'] }>(api, {
    ...shared,
    url: '/views',
    summary: 'List your views and shared views, of one list or of all, by name',
    query: z.object({ list: listSchema.optional() }),
    row: viewRow,
    source: ({ context, query }) => listViews(context.person, query.list),
  });
  recordRoutes(api, {
    ...shared,
    url: '/views',
    response: viewRow,
    find: (context, id) => readRecord(context, viewsOf(context.person), id),
    create: {
      summary: 'Save filters, columns, sorting and layout of a list as a view',
      body: newViewSchema,
      act: createView,
    },
    update: {
      summary: 'Change a view; `is_default` is your own choice, also for a shared view',
      body: viewPatchSchema,
      act: updateView,
    },
    remove: {
      summary: 'Delete a view',
      act: deleteView,
    },
  });
}
