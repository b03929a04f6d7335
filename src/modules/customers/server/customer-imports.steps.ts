import { getSettings } from '~/modules/company/server/settings.service';
import { type CheckedRow, rowCheck } from '~/modules/products/imports/csv-files.rules';
import { type Heading, missingForNew } from '~/modules/products/imports/headings.rules';
import type { RowError } from '~/modules/products/imports/imports.fields';
import {
  type BlockKind,
  blockTaker,
  writableIn,
} from '~/modules/products/imports/server/block-imports.service';
import type { ImportKind, Run } from '~/modules/products/imports/server/imports.service';
import { workspaceOfNew } from '~/modules/workspaces/server/workspace-scope.service';
import { type CustomerColumn, customerFormat, sampleCsv } from '../customers.csv';
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

/** Customers from a CSV file (docs/product/customers.md#import-and-export). */
export const customerImports: ImportKind = {
  subject: 'customers',
  tag: 'Customers',
  format: customerFormat,
  sample: sampleCsv,
  whole: customersAsCsv,
  errors: ['workspace.choice_needed'],
  open: async (run, heading) => blockTaker(run, await customerKind(run, heading)),
};

/** As the checks of the columns have made them. */
type Values = Partial<Pick<Customer, CustomerColumn>>;

async function customerKind(run: Run, heading: Heading): Promise<BlockKind<KnownCustomer, Values>> {
  const { session, context, dryRun } = run;
  const { person, now } = context;
  const { trx } = session;
  const made = {
    workspace_id: await workspaceOfNew({ trx, context }, 'customers'),
    created_by: person.id || null,
    now,
  };
  return {
    table: 'customers',
    labelOf: ({ company_name }) => company_name,
    check: rowCheck(heading, customerFormat),
    match: async (rows) => {
      const codes = rows.map(({ key }) => key);
      const keys = await codeKeys(trx, codes);
      const known = await findByCodes(trx, keys, { person, isDry: dryRun });
      return keys.map((key) => ({
        keys: key === '' ? [] : [key],
        known: known.get(key) ?? null,
      }));
    },
    again: ({ line, key }, first) => ({
      row: line,
      field: 'customer_code',
      value: key,
      message: `This customer code is in the file already, on line ${first}`,
    }),
    judge: judgeOf(run, heading, (await getSettings(trx)).tax_mode === 'gst'),
    isOther: (known, values) =>
      Object.entries(values).some(([name, value]) => known[name as CustomerColumn] !== value),
    write: async ({ added, changed }) => {
      const rows = changed.map(({ known, values }) => ({ ...known, ...values }));
      return {
        created: added.length > 0 ? await insertCustomers(trx, added, made) : [],
        changed: rows.length > 0 ? await updateCustomers(trx, rows, now) : [],
      };
    },
  };
}

/** The values of a row as they are stored, or what is wrong with it. */
function judgeOf(
  run: Run,
  heading: Heading,
  isGst: boolean,
): BlockKind<KnownCustomer, Values>['judge'] {
  const missing = missingForNew(heading, customerFormat);
  const columns = heading.columns.map(({ name }) => name as CustomerColumn);
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
    return state_code === undefined ? sent : { ...sent, state_code };
  };
}

/** What the file says of the columns that it has; for a new one all columns. A code's other spelling is no change. */
function sentIn(
  columns: readonly CustomerColumn[],
  { values }: CheckedRow,
  before: KnownCustomer | null,
): Values {
  const said: Values = Object.fromEntries(
    columns.flatMap((name, at) =>
      values[at] === undefined || (before && name === 'customer_code') ? [] : [[name, values[at]]],
    ),
  );
  return before === null ? { ...initial, ...said } : said;
}

const unknownParty = { gst_category: null, gstin: null, state_code: null };

const initial: Values = Object.fromEntries(
  customerFormat.columns.map(({ name, initial: value }) => [name, value ?? null]),
);
