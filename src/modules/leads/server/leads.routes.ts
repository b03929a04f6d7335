import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { customerFields } from '~/modules/customers/customers.fields';
import { leadFields } from '../leads.fields';
import { leads, listLeads } from './leads.queries';
import { convertLead, createLead, deleteLead, moveLead, updateLead } from './leads.steps';

const leadRow = rowSchema(leadFields);
const shared = { access: 'user', tag: 'Leads' } as const;
const writing = { ...shared, access: 'writer' } as const;

const moveBody = z.strictObject({
  current_stage_id: z
    .int({ error: 'Choose the stage to move to' })
    .min(1, { error: 'There is no such pipeline stage' }),
  updated_at: z.iso.datetime({ offset: true }).optional(),
});

export function leadRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/leads',
    summary: 'All leads of the chosen workspace, newest first',
    row: leadRow,
    source: ({ context }) => listLeads(context.person),
  });
  route(api, {
    ...writing,
    method: 'POST',
    url: '/leads',
    errors: ['lead.convert_only'],
    summary: 'Create a lead',
    body: createSchema(leadFields),
    answer: leadRow,
    status: 201,
    handle: ({ context, body }) => createLead(context, body),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/leads/:id',
    summary: 'One lead',
    params: idParams,
    answer: leadRow,
    handle: ({ context, params }) => getRecord(context.db, leads, params.id),
  });
  route(api, {
    ...writing,
    method: 'PUT',
    url: '/leads/:id',
    errors: ['lead.convert_only', 'lead.already_converted'],
    summary: 'Change a lead: the whole form or any of its fields',
    params: idParams,
    body: patchSchema(leadFields),
    answer: leadRow,
    current: ({ db }, { id }) => getRecord(db, leads, id),
    handle: ({ context, params, body }) => updateLead(context, params.id, body),
  });
  route(api, {
    ...writing,
    method: 'DELETE',
    url: '/leads/:id',
    errors: ['lead.already_converted'],
    summary: 'Delete a lead that was not converted',
    params: idParams,
    answer: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteLead(context, params.id),
  });
  stepRoutes(api);
}

function stepRoutes(api: Api): void {
  route(api, {
    ...writing,
    method: 'PUT',
    url: '/leads/:id/stage',
    errors: ['lead.already_converted'],
    summary: 'Move a lead to another stage',
    params: idParams,
    body: moveBody,
    answer: leadRow,
    handle: ({ context, params, body }) => moveLead(context, params.id, body),
  });
  route(api, {
    ...writing,
    method: 'POST',
    url: '/leads/:id/convert',
    errors: ['lead.already_converted', 'lead.not_open'],
    summary: 'Convert an open lead to a customer',
    params: idParams,
    answer: z.object({ lead: leadRow, customer: rowSchema(customerFields) }),
    idempotent: true,
    handle: ({ context, params }) => convertLead(context, params.id),
  });
}
