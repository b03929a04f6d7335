import { getSettings } from '~/modules/organization/company/server/settings.service';
import { type CheckedRow, rowCheck } from '~/modules/catalogue/products/imports/csv-files.rules';
import { type Heading, missingForNew } from '~/modules/catalogue/products/imports/headings.rules';
import type { RowError } from '~/modules/catalogue/products/imports/imports.fields';
import {
  type BlockKind,
  blockTaker,
  writableIn,
} from '~/modules/catalogue/products/imports/server/block-imports.service';
import type { ImportKind, Run } from '~/modules/catalogue/products/imports/server/imports.service';
import { workspaceOfNew } from '~/modules/organization/workspaces/server/workspace-scope.service';
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
  codeKeys,
  customersAsCsv,
  findByCodes,
  insertCustomers,
  type KnownCustomer,
  updateCustomers,
} from './customer-imports.queries';
import { customerWindows } from './customer-windows.queries';
import {
  type KnownParts,
  PartReader,
  type PartPlans,
  saysAnything,
  writeParts,
} from './part-imports.steps';

/** Customers from a CSV file (docs/product/customers.md#import-and-export). */
export const customerImports: ImportKind = {
  subject: 'customers',
  tag: 'Customers',
  format: customerFormat,
  sample: sampleCsv,
  exported: { windows: customerWindows, rows: customersAsCsv },
  errors: ['workspace.choice_needed'],
  open: async (run, heading) => blockTaker(run, await customerKind(run, heading)),
};

/** As the checks of the columns have made them. */
type Own = Partial<Pick<Customer, CustomerColumn>>;

interface Values {
  own: Own;
  parts: PartPlans;
}

type Known = KnownCustomer & { parts: KnownParts };
type Kind = BlockKind<Known, Values>;

async function customerKind(run: Run, heading: Heading): Promise<Kind> {
  const { session, context, dryRun } = run;
  const { person, now } = context;
  const { trx } = session;
  const made = {
    workspace_id: await workspaceOfNew({ trx, context }, 'customers'),
    created_by: person.id || null,
    now,
  };
  const isGst = (await getSettings(trx)).tax_mode === 'gst';
  const reader = new PartReader(heading, isGst);
  return {
    table: 'customers',
    labelOf: ({ company_name }) => company_name,
    check: rowCheck(heading, customerFormat),
    match: async (rows) => {
      const codes = rows.map(({ key }) => key);
      const keys = await codeKeys(trx, codes);
      const known = await findByCodes(trx, keys, { person, isDry: dryRun });
      const ids = [...known.values()].map(({ id }) => id);
      const parts = await reader.knownOf(trx, ids);
      return keys.map((key) => {
        const found = known.get(key);
        return {
          keys: key === '' ? [] : [key],
          known: found ? { ...found, parts: parts.get(found.id) ?? [] } : null,
        };
      });
    },
    again: ({ line, key }, first) => ({
      row: line,
      field: 'customer_code',
      value: key,
      message: `Duplicate customer code: already used on line ${first}`,
    }),
    judge: judgeOf(run, heading, { isGst, reader }),
    isOther: (known, { own, parts }) => isChanged(known, own) || saysAnything(parts),
    columnsOf: ({ own }) => own,
    write: async ({ added, changed }) => {
      const rows = changed.flatMap(({ known, values: { own } }) =>
        isChanged(known, own) ? [{ ...known, ...own }] : [],
      );
      const owns = added.map(({ own }) => own);
      const created = owns.length > 0 ? await insertCustomers(trx, owns, made) : [];
      const owners = [
        ...created.map(({ id }, at) => ({ id, isNew: true, plans: added[at]?.parts ?? [] })),
        ...changed.map(({ known, values }) => ({
          id: known.id,
          isNew: false,
          plans: values.parts,
        })),
      ];
      return {
        created,
        changed: rows.length > 0 ? await updateCustomers(trx, rows, now) : [],
        parts: await writeParts(trx, owners, now),
      };
    },
  };
}

function isChanged(known: KnownCustomer, own: Own): boolean {
  return Object.entries(own).some(([name, value]) => known[name as CustomerColumn] !== value);
}

/** The values of a row as they are stored, or what is wrong with it. */
function judgeOf(
  run: Run,
  heading: Heading,
  { isGst, reader }: { isGst: boolean; reader: PartReader },
): Kind['judge'] {
  const missing = missingForNew(heading, customerFormat);
  const columns = ownColumns(heading);
  const mayWrite = writableIn(run);
  return async (row, before) => {
    const refused = (field: string, value: string | null, message: string): RowError[] => [
      { row: row.line, field, value, message },
    ];
    if (before === null && missing.length > 0) {
      return missing.map((each) => ({ row: row.line, value: null, ...each }));
    }
    if (before && !(before.is_read && (await mayWrite(before.workspace_id)))) {
      const message = `The customer code ${row.key} is already in use`;
      return refused('customer_code', row.key, message);
    }
    const sent = sentIn(columns, row, before);
    const party = partyAfter(before ?? unknownParty, sent);
    const problem = party.refused ?? (isGst ? party.invalid : null);
    if (problem) {
      const value = sent[problem.field as CustomerColumn];
      return refused(problem.field, typeof value === 'string' ? value : null, problem.message);
    }
    const { state_code } = party;
    const own = state_code === undefined ? sent : { ...sent, state_code };
    const { gst_category: category, state_code: state } = before ?? unknownParty;
    const { gst_category = category, state_code: place = state } = own;
    const owner = { gst_category, state_code: place };
    const planned = reader.plan(row, before?.parts ?? null, owner);
    if ('problem' in planned) return refused(planned.problem.field, null, planned.problem.message);
    return { own, parts: planned.plans };
  };
}

/** What the file says of the columns that it has; for a new one all columns. A code's other spelling is not a change. */
function sentIn(
  columns: readonly OwnColumn[],
  { values }: CheckedRow,
  before: KnownCustomer | null,
): Own {
  const said: Record<string, unknown> = before === null ? { ...initial } : {};
  for (const { name, at } of columns) {
    const value = values[at];
    if (value !== undefined && !(before && name === 'customer_code')) said[name] = value;
  }
  return said;
}

const unknownParty = { gst_category: null, gstin: null, state_code: null };

interface OwnColumn {
  name: string;
  /** Its position in the heading. */
  at: number;
}

/** The columns of a file that are of the customer itself. */
function ownColumns({ columns }: Heading): OwnColumn[] {
  const own = new Set<string>(customerColumns);
  return columns.map(({ name }, at) => ({ name, at })).filter(({ name }) => own.has(name));
}

const initial: Own = Object.fromEntries(
  fileColumns([]).map(({ name, initial: value }) => [name, value ?? null]),
);
