import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import {
  type CustomField,
  customFieldPatchSchema,
  customFieldRow,
  type CustomKind,
  kindSchema,
  newCustomFieldSchema,
} from '../custom-fields.fields';
import {
  changeCustomField,
  createCustomField,
  deleteCustomField,
  usageOf,
} from './custom-fields.actions';
import { customFields, listCustomFields } from './custom-fields.queries';

const tag = 'Custom Fields';
const url = '/custom-fields';
const row = customFieldRow as unknown as z.ZodType<CustomField>;

export function customFieldRoutes(api: Api): void {
  listRoute<{ kind?: CustomKind }>(api, {
    tag,
    access: 'user',
    takesKeys: true,
    url,
    summary: 'List the company’s own fields, of one kind or of all, in their order',
    query: z.object({ kind: kindSchema.optional() }),
    row,
    source: ({ query }) => listCustomFields(query.kind),
  });
  recordRoutes(api, {
    tag,
    url,
    access: 'admin',
    response: row,
    find: async ({ db }, id) => (await getRecord(db, customFields, id)) as unknown as CustomField,
    create: {
      summary: 'Add a field to a kind of records',
      body: newCustomFieldSchema,
      act: createCustomField,
    },
    update: {
      summary: 'Change a field, or turn it off or on; its key and its kind never change',
      body: customFieldPatchSchema,
      act: changeCustomField,
    },
    remove: {
      summary: 'Delete a field that is off, and its values in all records',
      confirmed: true,
      act: deleteCustomField,
    },
  });
  route(api, {
    tag,
    access: 'admin',
    method: 'GET',
    url: `${url}/:id/usage`,
    summary: 'Get how many records have a value of the field',
    params: idParams,
    response: z.object({ values: z.int() }),
    handle: ({ context, params }) => usageOf(context, params.id),
  });
}
