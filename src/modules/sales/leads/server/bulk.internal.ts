import type { Write } from '~/kit/server/database/context';
import { logLine } from '~/kit/server/database/activity-log';
import { enforce, invalid } from '~/kit/server/errors';
import { patchSchema } from '~/kit/shared/fields/record-schemas';
import { counted } from '~/kit/shared/money/numbers';
import {
  type BulkKind,
  type Changed,
  together,
} from '~/modules/records/batches/server/batches.service';
import type { MergeKind } from '~/modules/records/batches/server/merge.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { type Lead, leadFields, type LeadPatch } from '../leads.fields';
import { canDelete, canEdit, canTakeStatus, lostReasonProblem, withReason } from '../leads.rules';
import { leads } from './leads.queries';
import { checkLinks } from './leads.actions';

/** Leads many at once (docs/product/bulk.md#bulk-changes). */
export const leadBulk: BulkKind = {
  list: 'leads',
  fields: leadFields,
  values: patchSchema(leadFields),
  together: together(leads, { plan, canDelete, onChanged: notifyAssignee }),
};

async function plan({ trx }: Write, values: LeadPatch): Promise<(row: Lead) => LeadPatch> {
  await checkLinks(trx, values);
  const { lost_reasons } = await getSettings(trx);
  return (row) => {
    enforce(canEdit(row));
    enforce(canTakeStatus(values.status));
    const problem = lostReasonProblem(values, row, lost_reasons);
    if (problem) throw invalid('lost_reason', problem);
    return withReason(values, row);
  };
}

/** One line for all: a user who gets many leads at once is notified once (docs/product/notifications.md#receivers). */
function notifyAssignee(write: Write, changed: readonly Changed<Lead>[]): void {
  const given = changed.filter(({ values }) => typeof values['assigned_to'] === 'number');
  const assignee = given[0]?.values['assigned_to'];
  if (typeof assignee !== 'number' || assignee === write.context.person.id) return;
  const count = given.length;
  const workspaces = new Set(given.map(({ row }) => row.workspace_id));
  const [workspace = null] = workspaces;
  const label = counted(count, 'lead');
  logLine(write, {
    type: 'lead',
    entity: 'leads',
    id: null,
    label,
    action: 'assigned together',
    title: 'Leads assigned',
    message: `${label} assigned together`,
    before: null,
    after: { count, mentions: [assignee] },
    workspace_id: workspaces.size === 1 ? workspace : null,
  });
}

/** Two leads that are one (docs/product/bulk.md#merging). */
export const leadMerge: MergeKind<typeof leadFields> = {
  list: 'leads',
  entity: leads,
  values: patchSchema(leadFields),
  plan: async (write, { first, other }, values) => {
    enforce(canDelete(other));
    return (await plan(write, values))(first);
  },
};
