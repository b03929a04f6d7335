import { getSettings } from '~/modules/organization/company/server/settings.service';
import { workspaceOfNew } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Heading } from '~/modules/records/imports/heading.rules';
import {
  type FilePlan,
  importWriter,
  writableIn,
} from '~/modules/records/imports/server/import-writer.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import {
  type CustomerColumn,
  customerColumns,
  customerFormat,
  fileColumns,
  sampleCsv,
} from '../customers.csv';
import type { Customer } from '../customers.fields';
import { partyAfter } from '../customers.rules';
import {
  customersAsCsv,
  isMatchField,
  type ExistingCustomer,
  takeIds,
} from './customer-imports.queries';
import { customerMatches, takenCode } from './customer-matches.internal';
import { customerWindows } from './customer-windows.queries';
import {
  hasChanges,
  type ExistingParts,
  PartReader,
  type PartPlans,
  writeParts,
} from './part-imports.internal';

/** Customers from a CSV file (docs/product/customers.md#import-and-export). */
export const customerImports: ImportKind = {
  subject: 'customers',
  format: customerFormat,
  sample: sampleCsv,
  exported: { windows: customerWindows, rows: customersAsCsv },
  errors: ['workspace.choice_needed'],
  open: async (run, heading) => importWriter(run, heading, await customerPlan(run, heading)),
};

type ExistingWithParts = ExistingCustomer & { parts: ExistingParts };
type Plan = FilePlan<ExistingWithParts, PartPlans>;
type Own = Partial<Pick<Customer, CustomerColumn>>;

async function customerPlan(run: Run, heading: Heading): Promise<Plan> {
  const { session, context } = run;
  const { person, now } = context;
  const by = isMatchField(heading.key) ? heading.key : 'customer_code';
  const isByCode = by === 'customer_code';
  const { trx } = session;
  const added = {
    workspace_id: await workspaceOfNew({ trx, context }, 'customers'),
    created_by: person.id || null,
  };
  const isGst = (await getSettings(trx)).tax_mode === 'gst';
  const reader = new PartReader(heading, isGst);
  const { names } = heading;
  return {
    format: customerFormat,
    table: 'customers',
    label: 'company_name',
    // By another field, a second row may also repeat the code of the first.
    key: isByCode ? { field: by, noun: 'customer code' } : { field: null, noun: 'customer' },
    columns: ['id', ...customerColumns, ...Object.keys(added)],
    targets: customerColumns
      // Another spelling of a code is not a change; a GSTIN changes the state.
      .filter((name) => name !== 'customer_code')
      .filter((name) => names.has(name) || (name === 'state_code' && names.has('gstin')))
      .map((column) => ({ column })),
    match: async (rows) => {
      const matches = await customerMatches(run, by, rows);
      const ids = matches.flatMap(({ existing }) => (existing ? [existing.id] : []));
      const parts = await reader.existingOf(trx, ids);
      return matches.map(({ existing, ...match }) => ({
        ...match,
        existing: existing ? { ...existing, parts: parts.get(existing.id) ?? [] } : null,
      }));
    },
    judge: judgeOf(run, { added, isGst, reader, isByCode }),
    complete: async (rows) => {
      const taken = await takeIds(
        trx,
        rows.map((row) => row['customer_code']),
      );
      return rows.map((row, at) => ({ ...row, ...taken[at] }));
    },
    writeParts: (owners) => writeParts(trx, owners, now),
  };
}

interface Judging {
  /** Of each new customer. */
  added: object;
  isGst: boolean;
  reader: PartReader;
  isByCode: boolean;
}

function judgeOf(run: Run, { added, isGst, reader, isByCode }: Judging): Plan['judge'] {
  const mayWrite = writableIn(run);
  return async (row, before) => {
    if (before && !(before.is_read && (await mayWrite(before.workspace_id)))) {
      if (isByCode) return [takenCode(row.key)];
      const message = 'You have read-only access to the workspace of this customer';
      return [{ field: null, message }];
    }
    const sent: Own = before ? row.values : { ...initial, ...row.values };
    const party = partyAfter(before ?? unknownParty, sent);
    const problem = party.refused ?? (isGst ? party.invalid : null);
    if (problem) return [problem];
    const { state_code } = party;
    const own = state_code === undefined ? sent : { ...sent, state_code };
    const { gst_category: category, state_code: state } = before ?? unknownParty;
    const { gst_category = category, state_code: stateCode = state } = own;
    const owner = { gst_category, state_code: stateCode };
    const planned = reader.plan(row, before?.parts ?? null, owner);
    if ('problem' in planned) return [{ ...planned.problem, value: null }];
    const parts = hasChanges(planned.plans) ? planned.plans : null;
    return { values: before ? own : { ...own, ...added }, parts };
  };
}

const unknownParty = { gst_category: null, gstin: null, state_code: null };

const initial: Own = Object.fromEntries(
  fileColumns([]).map(({ name, initial: value }) => [name, value ?? null]),
);
