import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
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
    url: '/tax-classes',
    summary: 'List the tax classes by name; each rate with its start date',
    row: taxClassRow,
    source: listTaxClasses,
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'POST',
    url: '/tax-classes',
    errors: ['tax_class.name_taken'],
    summary: 'Add a tax class; it is taxable unless another treatment is sent',
    body: newTaxClassSchema,
    response: taxClassRow,
    status: 201,
    handle: ({ context, body }) => createTaxClass(context, body),
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'PUT',
    url: '/tax-classes/:id',
    errors: ['tax_class.name_taken'],
    summary: 'Change a tax class; the rates that are sent replace all its rates',
    params: idParams,
    body: taxClassPatchSchema,
    response: taxClassRow,
    current: (context, { id }) => getTaxClass(context, id),
    handle: ({ context, params, body }) => updateTaxClass(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'DELETE',
    url: '/tax-classes/:id',
    errors: ['tax_class.in_use'],
    summary: 'Delete a tax class that no product and no service has',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteTaxClass(context, params.id),
  });
}
