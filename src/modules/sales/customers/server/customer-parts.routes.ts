import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import type { Fields } from '~/kit/shared/fields/fields';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { unknownParty } from '../customers.rules';
import { addressDefaults, contactDefaults } from '../defaults.rules';
import { addresses, contacts } from './customer-parts.queries';
import {
  addPart,
  changePart,
  getPart,
  type PartKind,
  partsOf,
  removePart,
} from './customer-parts.actions';
import { checkedState } from './parties.internal';

const shared = { tag: 'Customers' } as const;

const addressKind: PartKind<typeof addresses.fields> = {
  entity: addresses,
  defaults: addressDefaults,
  complete: async (trx, before, values) => ({
    state_code: await checkedState(trx, before ?? unknownParty, values),
  }),
};

const contactKind: PartKind<typeof contacts.fields> = {
  entity: contacts,
  defaults: contactDefaults,
};

/** `/customers/{id}/addresses` and `/customers/{id}/contacts` (docs/product/customers.md#calls). */
export function customerPartRoutes(api: Api): void {
  partRoutes(api, addressKind, { url: 'addresses', key: 'aid', one: 'an address' });
  partRoutes(api, contactKind, { url: 'contacts', key: 'cid', one: 'a contact' });
}

interface PartTexts {
  url: 'addresses' | 'contacts';
  key: 'aid' | 'cid';
  one: string;
}

function partRoutes<F extends Fields>(
  api: Api,
  kind: PartKind<F>,
  { url, key, one }: PartTexts,
): void {
  const { fields } = kind.entity;
  const row = rowSchema(fields);
  const whole = { ...shared, url: `/customers/:id/${url}`, params: idParams };
  const { id } = idParams.shape;
  const params: z.ZodType<Record<string, number>, unknown> = z.object({ id, [key]: id });
  const single = { ...shared, url: `${whole.url}/:${key}`, params };
  const refOf = (of: Record<string, number>) => ({ customer: of['id'] ?? 0, part: of[key] ?? 0 });
  listRoute(api, {
    ...whole,
    access: 'customers.read',
    summary: `List the ${url} of a customer, oldest first`,
    row,
    source: ({ context, params }) => partsOf(context, kind, params.id),
  });
  route(api, {
    ...whole,
    access: 'customers.update',
    method: 'POST',
    summary: `Add ${one}; the first one is the default`,
    body: createSchema(fields),
    response: row,
    status: 201,
    handle: ({ context, params, body }) => addPart(context, kind, params.id, body),
  });
  route(api, {
    ...single,
    access: 'customers.update',
    method: 'PUT',
    summary: `Change ${one}, or make it the default`,
    body: patchSchema(fields),
    response: row,
    current: (context, of) => getPart(context, kind, refOf(of)) as Promise<object>,
    handle: ({ context, params: of, body }) => changePart(context, kind, refOf(of), body),
  });
  route(api, {
    ...single,
    access: 'customers.update',
    method: 'DELETE',
    summary: `Remove ${one}; if it was the default, another one becomes it`,
    response: z.object({ id: z.int() }),
    handle: ({ context, params: of }) => removePart(context, kind, refOf(of)),
  });
}
