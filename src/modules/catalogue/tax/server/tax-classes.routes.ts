import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import type { Api } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  newTaxClassSchema,
  taxClassFields,
  taxClassPatchSchema,
  taxRateFields,
} from '../tax-classes.fields';
import { listTaxClasses } from './tax-classes.queries';
import { createTaxClass, deleteTaxClass, getTaxClass, updateTaxClass } from './tax-classes.actions';

const taxClassRow = rowSchema(taxClassFields).and(
  z.object({ rates: z.array(rowSchema(taxRateFields)) }),
);
const shared = { tag: 'Tax Classes' } as const;

export function taxClassRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: 'user',
    takesKeys: true,
    url: '/tax-classes',
    summary: 'List the tax classes by name; each rate with its start date',
    row: taxClassRow,
    source: listTaxClasses,
  });
  recordRoutes(api, {
    ...shared,
    url: '/tax-classes',
    access: 'admin',
    response: taxClassRow,
    find: getTaxClass,
    create: {
      summary: 'Add a tax class; it is taxable unless another treatment is sent',
      body: newTaxClassSchema,
      idempotent: false,
      act: createTaxClass,
    },
    update: {
      summary: 'Change a tax class; the rates that are sent replace all its rates',
      body: taxClassPatchSchema,
      act: updateTaxClass,
    },
    remove: {
      summary: 'Delete a tax class that no product and no service has',
      act: deleteTaxClass,
    },
  });
}
