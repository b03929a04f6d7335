import { userOf } from '~/kit/server/database/context';
import {
  workspaceOfNew,
  writableIn,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { Heading } from '~/modules/records/imports/heading.rules';
import type { CheckedRow, Values } from '~/modules/records/imports/rows.rules';
import {
  type FilePlan,
  importWriter,
  type Match,
} from '~/modules/records/imports/server/import-writer.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import { leadFormat, sampleCsv } from '../leads.csv';
import { canEdit, canTakeStatus } from '../leads.rules';
import {
  findRequested,
  type FoundLead,
  type ExistingLead,
  leadsAsCsv,
  readExisting,
  writtenColumns,
} from './lead-imports.queries';
import { leadLookup, type LeadLookup } from './lead-lookups.internal';
import { leadWindows } from './lead-windows.queries';

/** Leads from a CSV file (docs/product/leads.md#import-and-export). */
export const leadImports: ImportKind = {
  subject: 'leads',
  format: leadFormat,
  sample: sampleCsv,
  exported: {
    windows: leadWindows,
    rows: ({ person }, chosen, own) => ({
      statement: leadsAsCsv(person, chosen, own),
      columns: [...leadFormat.columns, ...own],
    }),
  },
  open: async (run, heading) => importWriter(run, heading, await leadPlan(run, heading)),
};

type Plan = FilePlan<ExistingLead>;

async function leadPlan(run: Run, { names }: Heading): Promise<Plan> {
  const { session, context } = run;
  const { person } = context;
  const { trx } = session;
  const lookup = await leadLookup({ trx, context });
  const added = {
    ...initial,
    current_stage_id: lookup.first,
    workspace_id: await workspaceOfNew({ trx, context }, 'leads'),
    created_by: userOf(person),
  };
  const isInFile = (column: string) => names.has(column === 'current_stage_id' ? 'stage' : column);
  return {
    format: leadFormat,
    table: 'leads',
    label: 'company_name',
    key: { field: null, noun: 'lead' },
    columns: [...writtenColumns, 'workspace_id', 'created_by'],
    targets: writtenColumns.filter(isInFile).map((column) => ({ column })),
    match: (rows) => matchesOf(run, rows),
    judge: judgeOf(run, added, lookup),
  };
}

/** The lead of a row is that with its id; without one, that with its email and company name. */
async function matchesOf(
  { session: { trx }, context: { person }, dryRun }: Run,
  rows: readonly CheckedRow[],
): Promise<Match<ExistingLead>[]> {
  const requested = rows.map(({ values: { id, email, company_name } }) => ({
    id: (id ?? null) as number | null,
    email: (email ?? null) as string | null,
    company_name: (company_name ?? null) as string | null,
  }));
  const found = await findRequested(trx, requested, person);
  const existing = await readExisting(trx, [...new Set(found.flatMap(({ ids }) => ids))], dryRun);
  return found.map((each, n) => matchOf(each, requested[n]?.id ?? null, existing));
}

function matchOf(
  { pair, ids }: FoundLead,
  id: number | null,
  existing: ReadonlyMap<number, ExistingLead>,
): Match<ExistingLead> {
  const pairs = pair === null ? [] : [pair];
  const [first] = ids;
  if (ids.length > 1) {
    const message = 'Several leads have this email and company name. Add the lead ID.';
    return { keys: [], existing: null, problem: { field: 'email', value: null, message } };
  }
  const lead = first === undefined ? null : (existing.get(first) ?? null);
  if (lead) return { keys: [`#${lead.id}`, ...pairs], existing: lead };
  if (id === null) return { keys: pairs, existing: null };
  const message = `No lead has the ID ${id}`;
  return { keys: [], existing: null, problem: { field: 'id', message } };
}

function judgeOf(run: Run, added: Values, lookup: LeadLookup): Plan['judge'] {
  const mayWrite = writableIn({ trx: run.session.trx, context: run.context });
  return async (row, before) => {
    const { id: _, stage, assigned_to, ...own } = row.values;
    const links = lookup.links({ stage, assigned_to }, before);
    if ('message' in links) return [links];
    const sent: Values = { ...own, ...links };
    const values = before ? sent : { ...added, ...sent };
    if (before && !isOther(before, sent)) return { values };
    const status = values['status'] as ExistingLead['status'] | undefined;
    const isUnchanged = before?.status === status;
    const verdicts = [before ? canEdit(before) : null, isUnchanged ? null : canTakeStatus(status)];
    for (const verdict of verdicts) {
      if (verdict && !verdict.ok) return [{ field: 'status', message: verdict.message }];
    }
    if (before && !(await mayWrite(before.workspace_id))) {
      const message = 'You have read-only access to the workspace of this lead';
      return [{ field: null, message }];
    }
    return { values };
  };
}

const initial: Values = Object.fromEntries(
  leadFormat.columns
    .filter(({ name }) => !['id', 'stage'].includes(name))
    .map(({ name, initial: value }) => [name, value ?? null]),
);

function isOther(before: Values, values: Values): boolean {
  return Object.entries(values).some(([name, value]) => before[name] !== value);
}
