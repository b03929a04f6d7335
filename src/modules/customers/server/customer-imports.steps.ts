import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { AppError } from '~/kit/server/errors';
import { getSettings } from '~/modules/company/server/settings.service';
import {
  type CheckedRow,
  type Heading,
  missingForNew,
  type RowCheck,
  rowCheck,
} from '~/modules/products/imports/csv-files.rules';
import type { RowError } from '~/modules/products/imports/imports.fields';
import type { ImportKind, RowTaker, Run } from '~/modules/products/imports/server/imports.service';
import {
  enforceCanWriteIn,
  workspaceOfNew,
} from '~/modules/workspaces/server/workspace-scope.service';
import { type CustomerColumn, customerFormat, sampleCsv } from '../customers.csv';
import type { Customer } from '../customers.fields';
import { partyAfter } from '../customers.rules';
import {
  codeKeys,
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
  errors: ['workspace.choice_needed'],
  open: openImporter,
};

/** As the checks of the columns have made them. */
type Values = Partial<Pick<Customer, CustomerColumn>>;

interface Setting extends Run {
  columns: readonly CustomerColumn[];
  isGst: boolean;
  workspace_id: number | null;
  missing: ReturnType<typeof missingForNew>;
}

async function openImporter(run: Run, heading: Heading): Promise<RowTaker> {
  const write = { trx: run.session.trx, context: run.context };
  const setting: Setting = {
    ...run,
    columns: heading.columns.map(({ name }) => name as CustomerColumn),
    isGst: (await getSettings(write.trx)).tax_mode === 'gst',
    workspace_id: await workspaceOfNew(write, 'customers'),
    missing: missingForNew(heading, customerFormat),
  };
  const importer = new CustomerImporter(setting, rowCheck(heading, customerFormat));
  return {
    take: (rows) => importer.take(rows),
    finish: async () => undefined,
    settled: async () => undefined,
  };
}

interface Refusal {
  row: CsvRow;
  errors: readonly RowError[];
}

class CustomerImporter {
  // By key: the line on which a code was first seen.
  private readonly seen = new Map<string, number>();
  private readonly writable = new Map<number, boolean>();

  constructor(
    private readonly setting: Setting,
    private readonly check: RowCheck,
  ) {}

  /** Checks a block of rows, against what is there too, and writes it. */
  async take(rows: readonly CsvRow[]): Promise<void> {
    const { session, context, dryRun, report, workspace_id } = this.setting;
    const { person, now } = context;
    const { refusals, checked } = this.checked(rows);
    const codes = checked.map(({ good }) => good.key);
    const keys = await codeKeys(session.trx, codes);
    const known = await findByCodes(session.trx, keys, { person, isDry: dryRun });
    const added: Values[] = [];
    const changed: Values[] = [];
    for (const [at, { row, good }] of checked.entries()) {
      const key = keys[at] ?? '';
      const before = known.get(key) ?? null;
      const values = await this.judge(good, key, before);
      if (Array.isArray(values)) {
        refusals.push({ row, errors: values });
        continue;
      }
      if (key !== '') this.seen.set(key, row.line);
      if (before === null) added.push(values);
      else if (isOther(before, values)) changed.push({ ...before, ...values });
      else report.counts.unchanged += 1;
      report.counts.updated += before === null ? 0 : 1;
    }
    report.counts.created += added.length;
    refusals.sort((one, other) => one.row.line - other.row.line);
    for (const { row, errors } of refusals) report.refuse(row, errors);
    if (dryRun) return;
    const made = { workspace_id, created_by: person.id || null, now };
    if (added.length > 0) await insertCustomers(session.trx, added, made);
    if (changed.length > 0) await updateCustomers(session.trx, changed, now);
  }

  private checked(rows: readonly CsvRow[]) {
    const refusals: Refusal[] = [];
    const checked: { row: CsvRow; good: CheckedRow }[] = [];
    for (const row of rows) {
      const result = this.check(row);
      if (Array.isArray(result)) refusals.push({ row, errors: result });
      else checked.push({ row, good: result });
    }
    return { refusals, checked };
  }

  /** The values of a row as they are stored, or what is wrong with it. */
  private async judge(
    row: CheckedRow,
    key: string,
    before: KnownCustomer | null,
  ): Promise<Values | RowError[]> {
    const refused = (field: string, value: string | null, message: string) => [
      { row: row.line, field, value, message },
    ];
    const first = key === '' ? undefined : this.seen.get(key);
    if (first !== undefined) {
      const message = `This customer code is in the file already, on line ${first}`;
      return refused('customer_code', row.key, message);
    }
    const { missing, isGst } = this.setting;
    if (before === null && missing.length > 0) {
      return missing.map((each) => ({ row: row.line, value: null, ...each }));
    }
    if (before && !(await this.mayChange(before))) {
      const message = `The customer code ${row.key} is already in use`;
      return refused('customer_code', row.key, message);
    }
    const sent = this.sentIn(row, before);
    const party = partyAfter(before ?? unknownParty, sent);
    const problem = party.refused ?? (isGst ? party.invalid : null);
    if (problem) {
      const value = sent[problem.field as CustomerColumn];
      return refused(problem.field, typeof value === 'string' ? value : null, problem.message);
    }
    const { state_code } = party;
    return state_code === undefined ? sent : { ...sent, state_code };
  }

  /** What the file says of the columns that it has; for a new one all columns. A code's other spelling is no change. */
  private sentIn({ values }: CheckedRow, before: KnownCustomer | null): Values {
    const said: Values = Object.fromEntries(
      this.setting.columns.flatMap((name, at) =>
        values[at] === undefined || (before && name === 'customer_code')
          ? []
          : [[name, values[at]]],
      ),
    );
    return before === null ? { ...initial, ...said } : said;
  }

  private async mayChange({ is_read, workspace_id: place }: KnownCustomer): Promise<boolean> {
    if (!is_read || place === null) return is_read;
    const known = this.writable.get(place);
    if (known !== undefined) return known;
    const { session, context } = this.setting;
    const may = await enforceCanWriteIn({ trx: session.trx, context }, [place]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    this.writable.set(place, may);
    return may;
  }
}

const unknownParty = { gst_category: null, gstin: null, state_code: null };

const initial: Values = Object.fromEntries(
  customerFormat.columns.map(({ name, initial: value }) => [name, value ?? null]),
);

function isOther(before: KnownCustomer, values: Values): boolean {
  return Object.entries(values).some(([name, value]) => before[name as CustomerColumn] !== value);
}
