import { userOf } from '~/kit/server/database/context';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import {
  workspaceOfNew,
  writableIn,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Heading } from '~/modules/records/imports/heading.rules';
import {
  type FilePlan,
  importWriter,
} from '~/modules/records/imports/server/import-writer.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import {
  type CustomerColumn,
  customerColumns,
  customerFormat,
  fileColumns,
  sampleCsv,
} from '../customers.csv';
import { type Customer, newCustomerFields } from '../customers.fields';
import { partyAfter, unknownParty } from '../customers.rules';
import { customerParty, customersAsCsv, type ExistingCustomer } from './customer-imports.queries';
import { CompanyPeople, readOnly } from './company-people.internal';
import { matchFieldOf, partyMatches, takenCode, takeIds } from './party-imports.service';
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
  takesCompanies: true,
  exported: { windows: customerWindows, rows: customersAsCsv },
  open: async (run, heading) => importWriter(run, heading, await customerPlan(run, heading)),
};

type ExistingWithParts = ExistingCustomer & { parts: ExistingParts };
type Plan = FilePlan<ExistingWithParts, PartPlans>;
type Own = Partial<Pick<Customer, CustomerColumn>>;

async function customerPlan(run: Run, heading: Heading): Promise<Plan> {
  const { session, context } = run;
  const { person, now } = context;
  const by = matchFieldOf(heading);
  const isByCode = by === 'code';
  const { trx } = session;
  const added = {
    workspace_id: await workspaceOfNew({ trx, context }, 'customers'),
    created_by: userOf(person),
  };
  const isGst = (await getSettings(trx)).tax_mode === 'gst';
  const { onePerCompany } = run;
  const reader = new PartReader(heading, isGst, onePerCompany);
  const people = onePerCompany ? new CompanyPeople(run) : null;
  const { names } = heading;
  return {
    format: customerFormat,
    table: 'customers',
    label: 'company_name',
    // By another field, a second row may also repeat the code of the first.
    key: isByCode
      ? { field: 'customer_code', noun: 'customer code' }
      : { field: null, noun: 'customer' },
    columns: ['id', ...customerColumns, ...Object.keys(added)],
    targets: customerColumns
      // Another spelling of a code is not a change; a GSTIN and words change the state.
      .filter((name) => name !== 'customer_code')
      .filter((name) => names.has(name) || (name === 'state_code' && tellsState(names)))
      .map((column) => ({ column })),
    match: async (rows) => {
      const matches = await partyMatches<ExistingCustomer>(run, customerParty, by, rows);
      const ids = matches.flatMap(({ existing }) => (existing ? [existing.id] : []));
      const parts = await reader.existingOf(trx, ids);
      await people?.find(rows, matches);
      return matches.map(({ existing, ...match }) => ({
        ...match,
        existing: existing ? { ...existing, parts: parts.get(existing.id) ?? [] } : null,
      }));
    },
    judge: judgeOf(run, { added, isGst, reader, people, isByCode }),
    complete: async (rows) => {
      const taken = await takeIds(
        trx,
        customerParty,
        rows.map((row) => row['customer_code']),
      );
      rows.forEach((row, at) => people?.created(row, taken[at]?.id));
      return rows.map((row, at) => ({ ...row, ...taken[at] }));
    },
    writeParts: (owners) => writeParts(trx, owners, now),
  };
}

function tellsState(names: Heading['names']): boolean {
  return ['gstin', 'state', 'country'].some((name) => names.has(name));
}

interface Judging {
  /** Of each new customer. */
  added: object;
  isGst: boolean;
  reader: PartReader;
  people: CompanyPeople | null;
  isByCode: boolean;
}

function judgeOf(run: Run, { added, isGst, reader, people, isByCode }: Judging): Plan['judge'] {
  const mayWrite = writableIn({ trx: run.session.trx, context: run.context });
  const companies = new Set<string>();
  /** Says of people of one company that they become several customers. */
  const noteCompany = (name: unknown) => {
    const text = String(name ?? '');
    const key = text.toLowerCase();
    const { label } = newCustomerFields.company_name;
    if (companies.has(key)) {
      run.report.sameCompany += 1;
      run.report.noteChanges([{ change: 'same_company', label, text }]);
    }
    companies.add(key);
  };
  return async (row, before) => {
    if (before && !(before.is_read && (await mayWrite(before.workspace_id)))) {
      if (isByCode) return [takenCode(customerParty, row.key)];
      return [readOnly];
    }
    const joined = before ? null : await people?.joined(row, mayWrite);
    if (joined) return joined;
    const sent: Own = before ? row.values : { ...initial, ...row.values };
    const party = partyAfter(before ?? unknownParty, sent);
    const problem = party.refused ?? (isGst ? party.invalid : null);
    if (problem) return [problem];
    const { state_code } = party;
    const own = state_code === undefined ? sent : { ...sent, state_code };
    const { gst_category: category, state_code: state } = before ?? unknownParty;
    const { gst_category = category, state_code: stateCode = state } = own;
    const owner = { gst_category, state_code: stateCode };
    const person = people?.ownContact(row) ?? null;
    const planned = reader.plan(row, before?.parts ?? null, owner, person);
    if ('problem' in planned) return [{ ...planned.problem, value: null }];
    const parts = hasChanges(planned.plans) ? planned.plans : null;
    if (!before) noteCompany(own.company_name);
    const values = before ? own : { ...own, ...added };
    people?.begin(row, { values, before, contacts: planned.plans.at(-1) });
    return { values, parts };
  };
}

const initial: Own = Object.fromEntries(
  fileColumns([]).map(({ name, initial: value }) => [name, value ?? null]),
);
