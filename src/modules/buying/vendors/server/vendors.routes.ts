import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { readRecord } from '~/kit/server/database/entity';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { mergeRoute, readOrFollow } from '~/modules/records/batches/server/merge.service';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import { termFields, termsSchema, vendorTermFields } from '../terms.fields';
import { newVendorFields, vendorFields } from '../vendors.fields';
import { vendorMerge } from './bulk.internal';
import { selectTerms, selectVendorsOf } from './terms.queries';
import { createVendor, deleteVendor, setTerms, updateVendor } from './vendors.actions';
import {
  hiddenFrom,
  listVendors,
  termLines,
  vendorLinks,
  vendors,
  vendorsFor,
  vendorWindows,
} from './vendors.queries';

const vendorRow = rowSchema(vendorFields);
const shared = { tag: 'Vendors' } as const;
const read = (context: Pick<Context, 'db' | 'person'>, id: number) =>
  readRecord(context, vendorsFor(context.person), id);

export function vendorRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/vendors',
    access: 'vendors',
    response: vendorRow,
    find: read,
    list: {
      summary: 'List the vendors, newest first; or their sorted ids, and rows by id',
      source: ({ person }) => listVendors(person),
      windows: vendorWindows,
    },
    create: {
      summary: 'Create a vendor; without a vendor code it gets the next free one',
      body: createSchema(newVendorFields),
      act: createVendor,
    },
    read: {
      summary: 'Get a vendor; bank details are null for people who may not change vendors',
      find: (context, id) => readOrFollow(context, vendorsFor(context.person), id),
    },
    update: {
      summary: 'Change a vendor: the whole form or any of its fields',
      body: patchSchema(vendorFields),
      act: updateVendor,
    },
    remove: {
      summary: 'Delete an inactive vendor without documents',
      act: deleteVendor,
    },
    history: { entity: vendors, links: vendorLinks, lines: [termLines], hiddenFrom },
  });
  mergeRoute(api, vendorMerge, { ...shared, row: vendorRow });
  termRoutes(api);
}

function termRoutes(api: Api): void {
  const ofVendor = { ...shared, url: '/vendors/:id/products', params: idParams } as const;
  const response = z.array(rowSchema(termFields));
  route(api, {
    ...ofVendor,
    access: 'vendors.read',
    method: 'GET',
    summary: 'List the products of a vendor with the terms of purchase',
    response,
    handle: async ({ context, params: { id } }) => {
      await read(context, id);
      return selectTerms(context.db, id);
    },
  });
  route(api, {
    ...ofVendor,
    access: 'vendors.update',
    method: 'PUT',
    summary:
      'Replace the whole list of what a vendor sells; a preferred vendor replaces the former',
    body: termsSchema,
    response,
    handle: ({ context, params, body }) => setTerms(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: ['vendors.read', 'products.read'],
    method: 'GET',
    url: '/products/:id/vendors',
    summary: 'List the vendors of a product with the terms of purchase, the preferred one first',
    params: idParams,
    response: z.array(rowSchema(vendorTermFields)),
    handle: async ({ context, params: { id } }) => {
      await readRecordOf(context, 'products', id);
      return selectVendorsOf(context.db, id);
    },
  });
}
