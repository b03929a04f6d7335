import { isDeepStrictEqual } from 'node:util';
import type { Context, Write } from '~/kit/server/database/context';
import { enforce, invalid } from '~/kit/server/errors';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { picked } from '~/kit/shared/fields/picked';
import { shippingBillNames } from '~/modules/sales/documents/shipping-bills.fields';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { InvoiceChange, SentLine } from '../requests.schema';
import {
  collectionNames,
  type Invoice,
  invoiceHeader,
  type InvoiceLine,
  type InvoiceWithLines,
} from '../invoices.fields';
import { canEdit, dueDateProblem, fixedField } from '../invoices.rules';
import { getCharged, invoiceLines, invoices } from './invoices.queries';
import { checkAmounts } from './invoices.service';
import { applyStatus, enforceStatus, followPayments, openInvoice } from './issuing.service';
import type { NewLine } from '~/modules/sales/documents/lines/server/line-writing.service';
import type { NewInvoiceLine } from './lines.queries';
import { lockSource, linkLines, writtenLines } from './lines.internal';
import { withRest } from '../order-rests.rules';
import { taxInvoice } from './taxing.internal';
import { type Beside, updateWhole } from '~/kit/server/database/write';

/**
 * Changes an invoice: any field of a draft; due date, terms, notes and shipping bill of an issued one
 * (docs/product/invoices.md#what-may-change). Fields sent unchanged do not count as changes; with `isFormer` the
 * invoice had these values before, so that a due date may have passed.
 */
export async function updateInvoice(
  context: Context,
  id: number,
  change: InvoiceChange,
  { isFormer = false }: { isFormer?: boolean } = {},
): Promise<InvoiceWithLines> {
  const { updated_at: seen, status, ...sent } = change;
  return context.write(async (write, trx) => {
    const [before, settings] = await Promise.all([openInvoice(write, id, seen), getSettings(trx)]);
    if (status !== undefined && status !== before.status)
      await enforceStatus(write, before, status);
    const changed = changedFields(before, sent);
    refuseFixed(before, changed);
    if (!isFormer) checkDueDate(before, sent, dayOf(context.now, settings.time_zone));
    const content = await contentOf(write, before, { sent, settings });
    const { due_date } = sent;
    const own = picked(sent, [...invoiceHeader, ...collectionNames, ...shippingBillNames]);
    const values = { ...own, ...content?.values };
    const { record, parts } = await updateWhole<typeof invoices.fields, NewLine>(
      write,
      invoices,
      { row: before, values },
      content?.beside,
    );
    const isOtherDay = due_date !== undefined && due_date !== before.due_date;
    const after = isOtherDay ? await followPayments(write, record) : record;
    const items = content?.beside ? writtenLines(content.lines, parts) : before.items;
    const invoice = { ...after, items };
    return status === undefined || status === before.status
      ? invoice
      : applyStatus(write, invoice, status);
  });
}

type Sent = Omit<InvoiceChange, 'updated_at' | 'status'>;

function changedFields(before: InvoiceWithLines, sent: Sent): string[] {
  const { items, balance_due: _checked, ...plain } = sent;
  const names = Object.entries(plain)
    .filter(([name, value]) => value !== undefined && value !== before[name as keyof Invoice])
    .map(([name]) => name);
  return items && isOther(items, before.items) ? ['items', ...names] : names;
}

function isOther(sent: readonly SentLine[], stored: readonly InvoiceLine[]): boolean {
  if (sent.length !== stored.length) return true;
  return sent.some((line, index) => {
    const old = stored[index];
    if (!old) return true;
    const links = ['product_id', 'service_id', 'order_line_id'] as const;
    const terms = ['hsn_code', 'unit', 'discount_percent', 'tax_class_id'] as const;
    return (
      terms.some((name) => line[name] !== undefined && line[name] !== old[name]) ||
      (typeof line.discount_amount === 'number' && line.discount_amount !== old.discount_amount) ||
      line.description !== old.description ||
      line.quantity !== old.quantity ||
      line.unit_price !== old.unit_price ||
      links.some((name) => typeof line[name] === 'number' && line[name] !== old[name])
    );
  });
}

function refuseFixed(before: Invoice, changed: readonly string[]): void {
  const verdict = canEdit(before, changed);
  const field = fixedField(before, changed) ?? '';
  if (!verdict.ok) enforce(verdict, [{ field, message: verdict.message }]);
}

function checkDueDate(before: Invoice, sent: Sent, today: Day): void {
  const invoice_date = sent.invoice_date ?? before.invoice_date;
  const due_date = sent.due_date ?? before.due_date;
  const isNew = due_date !== before.due_date;
  if (!isNew && invoice_date === before.invoice_date) return;
  const problem = dueDateProblem({ invoice_date, due_date }, isNew ? today : null);
  if (problem) throw invalid('due_date', problem);
}

interface Content {
  values: Partial<Invoice>;
  lines: NewInvoiceLine[];
  /** Absent where the lines do not change. */
  beside: Beside | undefined;
}

/** The new content of a draft: customer, lines and totals; null for an issued invoice. */
async function contentOf(
  write: Write,
  before: InvoiceWithLines,
  { sent, settings }: { sent: Sent; settings: Settings },
): Promise<Content | null> {
  if (before.status !== 'draft') {
    const isSame = sent.balance_due === before.balance_due;
    const checked = isSame ? { ...sent, balance_due: undefined } : sent;
    checkAmounts(checked, { amounts: before, lines: before.items, paid: before.paid_amount });
    return null;
  }
  const items = sent.items ?? before.items;
  const customer_id = sent.customer_id ?? before.customer_id;
  const order_id = sent.order_id === undefined ? before.order_id : sent.order_id;
  const isNew = order_id !== before.order_id;
  const order = order_id
    ? await lockSource(write, { orderId: order_id, customerId: customer_id, isNew })
    : null;
  if (customer_id !== before.customer_id) await getCharged(write, customer_id);
  const stored = isNew ? items.map((line) => ({ ...line, order_line_id: null })) : items;
  const source = sent.items ? items : stored;
  const linked = await linkLines(write, { items: source, order, before });
  const invoice_date = sent.invoice_date ?? before.invoice_date;
  const taxed = await taxInvoice(write, {
    before,
    sent,
    customerId: customer_id,
    order: null,
    orderId: order?.id ?? null,
    lines: linked,
    settings,
    day: invoice_date,
  });
  const { lines, amounts, rest } = taxed;
  checkAmounts(sent, { amounts, rest, lines, paid: before.paid_amount });
  const own = before.items.map(({ id: _id, taxable_value: _value, ...line }) => line);
  const isSame = isDeepStrictEqual(own, lines);
  return {
    lines,
    beside: isSame
      ? undefined
      : {
          parts: invoiceLines.replace(lines),
          before: { items: own },
          after: { items: lines },
        },
    values: {
      customer_id,
      order_id,
      ...(isNew ? { delivery_id: null } : {}),
      invoice_date,
      ...withRest(amounts, rest),
      ...taxed.values,
      item_count: lines.length,
    },
  };
}
