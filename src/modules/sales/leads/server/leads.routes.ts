import { z } from 'zod';
import { mergeRoute, readOrFollow } from '~/modules/records/batches/server/merge.service';
import { leadMerge } from './bulk.internal';
import { readRecord } from '~/kit/server/database/entity';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import { customerFields } from '~/modules/sales/customers/customers.fields';
import { SharedResults } from '~/kit/server/lists/shared-results';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadFields } from '../leads.fields';
import { pipelineFields } from '../pipeline.fields';
import { stageSum } from '../stage-sums.fields';
import { leads, listLeads, leadLinks } from './leads.queries';
import { leadWindows, listStageSums } from './lead-windows.queries';
import { convertLead, createLead, deleteLead, moveLead, updateLead } from './leads.actions';

const leadRow = rowSchema(leadFields);
const shared = { tag: 'Leads' } as const;

const moveBody = z.strictObject({
  current_stage_id: z
    .int({ error: 'Choose the stage to move to' })
    .min(1, { error: 'Stage not found' }),
  updated_at: z.iso.datetime({ offset: true }).optional(),
});

const convertBody = z
  .strictObject({
    customer_id: z
      .int({ error: 'customer_id must be the id of a customer' })
      .min(1, { error: 'Customer not found' })
      .max(maxId, { error: 'Customer not found' })
      .optional(),
  })
  .nullish();

export function leadRoutes(api: Api): void {
  listingRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/leads',
    access: 'leads',
    custom: { entity: leads, alsoShown: pipelineFields },
    response: leadRow,
    find: (context, id) => readRecord(context, leads, id),
    list: {
      summary:
        'List the leads of the chosen workspace, newest first; or their sorted ids, and rows by id',
      source: (context) => listLeads(context.person),
      windows: leadWindows,
    },
    create: {
      summary: 'Create a lead',
      body: createSchema(leadFields),
      act: createLead,
    },
    read: {
      summary: 'Get a lead',
      find: (context, id) => readOrFollow(context, leads, id),
    },
    update: {
      summary: 'Change a lead: the whole form or any of its fields',
      body: patchSchema(leadFields),
      act: updateLead,
    },
    remove: {
      summary: 'Delete a lead that was not converted and that no quotation names',
      act: deleteLead,
    },
    history: { entity: leads, links: leadLinks },
  });
  stepRoutes(api);
}

function listingRoutes(api: Api): void {
  const sharedResults = new SharedResults();
  route(api, {
    ...shared,
    access: 'leads.read',
    method: 'GET',
    url: '/leads/figures',
    summary: 'Get the number and value of leads by stage, of the chosen workspace',
    response: z.object({ stages: z.array(stageSum) }),
    handle: async ({ context: { db, person } }) => {
      const request = { key: scopeOf(person), entities: ['leads'] };
      return { stages: await sharedResults.give(db, request, () => listStageSums(db, person)) };
    },
  });
}

function stepRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'leads.update',
    method: 'PUT',
    url: '/leads/:id/stage',
    summary: 'Move a lead to another stage',
    params: idParams,
    body: moveBody,
    response: leadRow,
    handle: ({ context, params, body }) => moveLead(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: ['leads.update', 'customers.create'],
    method: 'POST',
    url: '/leads/:id/convert',
    summary: 'Convert an open lead to a new customer, or to the existing one that is named',
    params: idParams,
    body: convertBody,
    response: z.object({ lead: leadRow, customer: rowSchema(customerFields) }),
    idempotent: true,
    handle: ({ context, params, body }) => convertLead(context, params.id, body?.customer_id),
  });
  mergeRoute(api, leadMerge, {
    ...shared,
    row: leadRow,
  });
}
