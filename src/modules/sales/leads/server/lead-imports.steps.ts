import { type CheckedRow, rowCheck } from '~/modules/catalogue/products/imports/csv-files.rules';
import { type Heading, missingForNew } from '~/modules/catalogue/products/imports/headings.rules';
import type { RowError } from '~/modules/catalogue/products/imports/imports.fields';
import {
  type BlockKind,
  blockTaker,
  type Match,
  writableIn,
} from '~/modules/catalogue/products/imports/server/block-imports.service';
import type { ImportKind, Run } from '~/modules/catalogue/products/imports/server/imports.service';
import { workspaceOfNew } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { leadFormat, sampleCsv } from '../leads.csv';
import { canEdit, canTakeStatus } from '../leads.rules';
import {
  findWanted,
  type FoundLead,
  insertLeads,
  type KnownLead,
  leadsAsCsv,
  readKnown,
  updateLeads,
} from './lead-imports.queries';
import { leadWindows } from './lead-windows.queries';
import { leadLookup, type LeadLookup } from './lead-lookups.steps';

/** Leads from a CSV file (docs/product/leads.md#import-and-export). */
export const leadImports: ImportKind = {
  subject: 'leads',
  tag: 'Leads',
  format: leadFormat,
  sample: sampleCsv,
  exported: {
    windows: ({ person }) => leadWindows(person),
    rows: async ({ person }, chosen) => ({
      statement: leadsAsCsv(person, chosen),
      columns: leadFormat.columns,
    }),
  },
  errors: ['workspace.choice_needed'],
  open: async (run, heading) => blockTaker(run, await leadKind(run, heading)),
};

type Values = Partial<Omit<KnownLead, 'id' | 'workspace_id' | 'updated_at'>>;

async function leadKind(run: Run, heading: Heading): Promise<BlockKind<KnownLead, Values>> {
  const { session, context } = run;
  const { person, now } = context;
  const { trx } = session;
  const made = {
    workspace_id: await workspaceOfNew({ trx, context }, 'leads'),
    created_by: person.id || null,
    now,
  };
  return {
    table: 'leads',
    labelOf: ({ company_name }) => company_name,
    check: rowCheck(heading, leadFormat),
    match: (rows) => matchesOf(run, heading, rows),
    again: ({ line, key }, first) => ({
      row: line,
      field: null,
      value: key === '' ? null : key,
      message: `Duplicate lead: already on line ${first}`,
    }),
    judge: judgeOf(run, heading, await leadLookup({ trx, context })),
    isOther,
    write: async ({ added, changed }) => {
      const rows = changed.map(({ known, values }) => ({ ...known, ...values }));
      return {
        created: added.length > 0 ? await insertLeads(trx, added, made) : [],
        changed: rows.length > 0 ? await updateLeads(trx, rows, now) : [],
      };
    },
  };
}

/** A row is of the lead with its id; without one, of that with its email and company name. */
async function matchesOf(
  { session: { trx }, context: { person }, dryRun }: Run,
  { columns }: Heading,
  rows: readonly CheckedRow[],
): Promise<Match<KnownLead>[]> {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const places = { id: at('id'), email: at('email'), company: at('company_name') };
  const wanted = rows.map(({ values }) => ({
    id: (values[places.id] ?? null) as number | null,
    email: (values[places.email] ?? null) as string | null,
    company_name: (values[places.company] ?? null) as string | null,
  }));
  const found = await findWanted(trx, wanted, person);
  const known = await readKnown(trx, [...new Set(found.flatMap(({ ids }) => ids))], dryRun);
  return found.map((each, n) => matchOf(each, wanted[n]?.id ?? null, known));
}

function matchOf(
  { pair, ids }: FoundLead,
  id: number | null,
  known: ReadonlyMap<number, KnownLead>,
): Match<KnownLead> {
  const pairs = pair === null ? [] : [pair];
  const [first] = ids;
  if (ids.length > 1) {
    const message = 'Several leads have this email and company name. Add the lead ID.';
    return { keys: [], known: null, problem: { field: 'email', value: null, message } };
  }
  const lead = first === undefined ? null : (known.get(first) ?? null);
  if (lead) return { keys: [`#${lead.id}`, ...pairs], known: lead };
  if (id === null) return { keys: pairs, known: null };
  const message = `No lead has the ID ${id}`;
  return { keys: [], known: null, problem: { field: 'id', value: String(id), message } };
}

/** The values of a row as they are stored, or what is wrong with it. */
function judgeOf(
  run: Run,
  heading: Heading,
  lookup: LeadLookup,
): BlockKind<KnownLead, Values>['judge'] {
  const missing = missingForNew(heading, leadFormat);
  const mayWrite = writableIn(run);
  return async (row, before) => {
    const refused = (field: string | null, message: string): RowError[] => {
      const at = heading.columns.findIndex(({ name }) => name === field);
      const value = row.values[at] ?? null;
      return [{ row: row.line, field, value: value === null ? null : String(value), message }];
    };
    if (before === null && missing.length > 0) {
      return missing.map((each) => ({ row: row.line, value: null, ...each }));
    }
    const { stage, assigned_to: person, ...said } = saidIn(heading, row);
    const links = lookup.links({ stage, assigned_to: person }, before);
    if ('message' in links) return refused(links.field, links.message);
    const sent = { ...said, ...links } as Values;
    const values = before === null ? { ...initial, ...firstStage(lookup), ...sent } : sent;
    if (before && !isOther(before, values)) return values;
    const isKept = before?.status === values.status;
    const verdicts = [
      before ? canEdit(before) : null,
      isKept ? null : canTakeStatus(values.status),
    ];
    for (const verdict of verdicts) {
      if (verdict && !verdict.ok) return refused('status', verdict.sentence);
    }
    if (before && !(await mayWrite(before.workspace_id))) {
      return refused(null, 'You have read-only access to the workspace of this lead');
    }
    return values;
  };
}

function saidIn({ columns }: Heading, { values }: CheckedRow): Record<string, unknown> {
  const said = columns.flatMap(({ name }, at) =>
    values[at] === undefined || name === 'id' ? [] : [[name, values[at]] as const],
  );
  return Object.fromEntries(said);
}

const firstStage = ({ first }: LeadLookup): Values => ({ current_stage_id: first });

const initial: Values = Object.fromEntries(
  leadFormat.columns
    .filter(({ name }) => !['id', 'stage'].includes(name))
    .map(({ name, initial: value }) => [name, value ?? null]),
);

function isOther(before: KnownLead, values: Values): boolean {
  return Object.entries(values).some(([name, value]) => before[name as keyof Values] !== value);
}
