import { createdBy } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import type { FieldProblem } from '~/kit/shared/verdict';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { may } from '~/modules/organization/users/rights.rules';
import type { CheckedRow } from '~/modules/records/imports/rows.rules';
import {
  type FilePlan,
  importWriter,
  listKeys,
  type Match,
} from '~/modules/records/imports/server/import-writer.service';
import { writableIn } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import { customerNames, openingFormat, sampleCsv } from '../opening-invoices.csv';
import { isOwnNumber, openingInvoice, type OpeningRow } from '../opening-invoices.rules';
import {
  type Charged,
  findNamed,
  insertOpeningLines,
  listByNumber,
  type Named,
  type NumberedInvoice,
  type OpeningLine,
  takeIds,
} from './opening-imports.queries';

/** The unpaid invoices of the program before, from a CSV file (docs/product/invoices.md#opening-invoices). */
export const openingImports: ImportKind = {
  subject: 'invoices',
  what: 'the unpaid invoices of another program',
  format: openingFormat,
  sample: sampleCsv,
  begin: async ({ context }) => enforce(may(context.person, 'invoices.issue')),
  open: async (run, heading) => importWriter(run, heading, await openingPlan(run)),
};

type ExistingInvoice = NumberedInvoice & Readonly<Record<string, unknown>>;
type Plan = FilePlan<ExistingInvoice, Omit<OpeningLine, 'invoice_id'>>;

const columns = [
  'id',
  'invoice_number',
  'customer_id',
  'invoice_date',
  'due_date',
  'reference',
  'notes',
  'subtotal',
  'tax_rate',
  'tax_amount',
  'total_amount',
  'status',
  'was_sent',
  'item_count',
  'is_opening',
  'created_by',
  'created_by_name',
];

async function openingPlan(run: Run): Promise<Plan> {
  const { session, context } = run;
  const { trx } = session;
  const { now } = context;
  const { time_zone, invoice_prefix: prefix } = await getSettings(trx);
  const around = { today: dayOf(now, time_zone), prefix };
  const mayWrite = writableIn({ trx, context });
  const added = {
    item_count: 1,
    is_opening: true,
    ...createdBy(context),
  };
  // By line: the customers of the block that is being read.
  let charged = new Map<number, Charged>();
  return {
    format: openingFormat,
    table: 'invoices',
    label: 'invoice_number',
    key: { field: 'invoice_number', noun: 'invoice number' },
    columns,
    targets: [],
    match: async (rows) => {
      const found = await matchesOf(run, rows, prefix);
      charged = found.charged;
      return found.matches;
    },
    judge: async ({ line, values }, existing) => {
      // It was imported before.
      if (existing) return { values: {} };
      const customer = charged.get(line);
      if (!customer || !(await mayWrite(customer.workspace_id))) {
        const message = 'You have read-only access to the workspace of this customer';
        return [{ field: null, message }];
      }
      const sent: Partial<OpeningRow> = values;
      const { invoice_number = '', invoice_date = '', total_amount = 0 } = sent;
      const row = { ...sent, invoice_number, invoice_date, total_amount };
      const opening = openingInvoice(row, { ...around, terms: customer.payment_terms });
      if ('message' in opening) return [opening];
      const { values: own, description } = opening;
      return {
        values: { ...own, ...added, customer_id: customer.id },
        parts: { description, amount: own.subtotal },
      };
    },
    complete: async (rows) => {
      const ids = await takeIds(trx, rows.length);
      return rows.map((row, at) => ({ ...row, id: ids[at] }));
    },
    writeParts: async (owners) => {
      const lines = owners.map(({ id, parts }) => ({ invoice_id: id, ...parts }));
      await insertOpeningLines(trx, lines);
      return [];
    },
  };
}

/** The invoice with the number of each row, and the customers of the others by their line. */
async function matchesOf(run: Run, rows: readonly CheckedRow[], prefix: string) {
  const { context, session } = run;
  const { trx } = session;
  const sent = rows.map(({ key }) => key);
  const numbers = await listKeys(trx, sent);
  const existing = new Map(
    (await listByNumber(trx, numbers, context.person)).map((invoice) => [
      invoice.key,
      { ...invoice },
    ]),
  );
  const named = rows.map(nameIn);
  const customers = await findNamed(
    trx,
    named.map((each) => each ?? { by: 'company_name', text: '' }),
    context.person,
  );
  const charged = new Map<number, Charged>();
  const matches = rows.map(({ key, line }, at): Match<ExistingInvoice> => {
    const number = numbers[at] ?? key;
    const invoice = existing.get(number) ?? null;
    if (invoice?.is_opening) return { keys: [number], existing: invoice };
    const [customer, ...others] = customers[at] ?? [];
    // Which numbers of the series exist is not for those who may not read their invoices.
    const isTaken = invoice && (invoice.isReadable || !isOwnNumber(invoice.invoice_number, prefix));
    const problem = isTaken
      ? { field: 'invoice_number', message: 'This invoice number is already in use' }
      : customerProblem(named[at] ?? null, customer === undefined ? 0 : 1 + others.length);
    if (customer) charged.set(line, customer);
    return { keys: [number], existing: null, ...(problem ? { problem } : {}) };
  });
  return { matches, charged };
}

function nameIn({ values }: CheckedRow): Named | null {
  for (const by of customerNames) {
    const text = values[by];
    if (typeof text === 'string' && text !== '') return { by, text };
  }
  return null;
}

function customerProblem(named: Named | null, found: number): FieldProblem | null {
  if (!named) {
    const message = 'Enter the code, the GSTIN, the email or the company name of the customer';
    return { field: 'customer_code', message };
  }
  if (found === 1) return null;
  const label = openingFormat.columns.find(({ name }) => name === named.by)?.field.label ?? '';
  const message =
    found === 0
      ? `No customer has this ${label}`
      : `Several customers have this ${label}. Enter the customer code.`;
  return { field: named.by, message };
}
