import { z } from 'zod';
import { mergeRoute, readOrFollow } from '~/modules/records/batches/server/merge.service';
import { customerMerge } from './bulk.internal';
import { readRecord } from '~/kit/server/database/entity';
import { figuresSchema } from '~/kit/server/lists/figures';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import { SharedResults } from '~/kit/server/lists/shared-results';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { customerFields, newCustomerFields } from '../customers.fields';
import { accountSchema } from '../accounts.fields';
import { readAccount } from './accounts.service';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { customerFigures } from '../customers.filters';
import { customerWindows, getCustomerFigures } from './customer-windows.queries';
import { customers, listCustomers, customerLinks } from './customers.queries';
import { createCustomer, deleteCustomer, updateCustomer } from './customers.service';

const customerRow = rowSchema(customerFields);
const shared = { tag: 'Customers' } as const;
const industryNames = z.array(z.string()).readonly().describe('The first 500 of them');

export function customerRoutes(api: Api): void {
  listingRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/customers',
    access: 'customers',
    custom: { entity: customers },
    response: customerRow,
    find: (context, id) => readRecord(context, customers, id),
    list: {
      summary:
        'List the customers of the chosen workspace, newest first; or their sorted ids, and rows by id',
      source: (context) => listCustomers(context.person),
      windows: customerWindows,
    },
    create: {
      summary: 'Create a customer; without a customer code it gets the next free one',
      body: createSchema(newCustomerFields),
      act: createCustomer,
    },
    read: {
      summary: 'Get a customer',
      find: (context, id) => readOrFollow(context, customers, id),
    },
    update: {
      summary: 'Change a customer: the whole form or any of its fields',
      body: patchSchema(customerFields),
      act: updateCustomer,
    },
    remove: {
      summary: 'Delete an inactive customer without orders and invoices',
      act: deleteCustomer,
    },
    history: { entity: customers, links: customerLinks },
  });
  pastRoutes(api);
  accountRoutes(api);
}

function listingRoutes(api: Api): void {
  const sharedResults = new SharedResults();
  route(api, {
    ...shared,
    access: 'customers.read',
    method: 'GET',
    url: '/customers/figures',
    summary:
      'Get the number of all, active and new customers, and their industries, of the chosen workspace',
    response: figuresSchema(customerFigures).extend({ industryNames }),
    handle: async ({ context }) => {
      const { db, person } = context;
      const key = `${Object.values(await companyClock(context)).join()} ${scopeOf(person)}`;
      const request = { key, entities: ['customers'] };
      return sharedResults.give(db, request, () => getCustomerFigures(context));
    },
  });
}

function pastRoutes(api: Api): void {
  mergeRoute(api, customerMerge, { ...shared, row: customerRow });
}

function accountRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: ['customers.read', 'invoices.read'],
    method: 'GET',
    url: '/customers/:id/account',
    summary: 'Get the receivables and credit of a customer',
    params: idParams,
    response: accountSchema,
    handle: async ({ context, params }) => {
      await readRecord(context, customers, params.id);
      return readAccount(context, params.id);
    },
  });
}
