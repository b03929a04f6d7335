import type { DependentCount } from '~/kit/shared/fields/dependents';
import { formatMoney } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import {
  type AmountRules,
  type Amounts,
  isTooMuch,
} from '~/modules/sales/documents/lines/amounts.rules';
import { shippingBillNames } from '~/modules/sales/documents/shipping-bills.fields';
import { type PricedLine, restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { isInvoiceSource } from '~/modules/sales/orders/orders.rules';
import { collectionNames, type Invoice, invoiceFields, invoiceStatuses } from './invoices.fields';

type Status = Invoice['status'];

/**
 * When an invoice is sent with both, the tax rate takes precedence over the tax amount
 * (docs/product/invoices.md#amounts).
 */
export const invoiceAmounts: AmountRules = {
  noun: 'invoice',
  taxFollows: 'rate',
  wrongTotals: 'Invoice totals do not add up',
};

/** Why the amounts of an invoice exceed what is allowed, as a sentence; null when they do not. */
export function amountLimit(lines: readonly PricedLine[], amounts: Amounts): string | null {
  if (isTooMuch(lines, amounts)) return 'An invoice cannot exceed ₹9,99,99,99,99,999.99';
  return amounts.tax_amount > amounts.subtotal ? 'The tax cannot exceed the subtotal' : null;
}

export const unowedStatuses: readonly Status[] = ['draft', 'cancelled'];

const derivedStatuses: readonly Status[] = ['paid', 'partially_paid', 'overdue'];

/** Whether no one chooses a status, since it follows from payments and the calendar. */
export function followsPayments(status: Status): boolean {
  return derivedStatuses.includes(status);
}

/** The fields that may change between issue and payment (docs/product/invoices.md#what-may-change). */
export const openFields: readonly string[] = [
  'due_date',
  'terms_conditions',
  'notes',
  ...collectionNames,
];

/** Those that are known after payment only. */
export const lateFields: readonly string[] = shippingBillNames;

const cancelled = refused(
  'invoice.cancelled',
  'This invoice is cancelled and can no longer be changed',
);

const opening = refused(
  'invoice.is_opening',
  'This invoice is an opening balance. Its document is in the program that it came from.',
);

type InvoiceState = Pick<
  Invoice,
  'status' | 'paid_amount' | 'credited_amount' | 'debited_amount' | 'mail_status' | 'has_irn'
>;

export const untouched = { paid_amount: 0, credited_amount: 0, debited_amount: 0 } as const;

/** Whether a person may set this status (docs/product/invoices.md#status). */
export function canTakeStatus(invoice: InvoiceState, status: Status): Verdict {
  if (invoice.status === 'cancelled') return cancelled;
  if (derivedStatuses.includes(status)) {
    return refused(
      'invoice.status_derived',
      'Paid, partially paid and overdue are set automatically from payments and the due date',
    );
  }
  if (status === 'cancelled') return canCancel(invoice);
  if (status === invoice.status) return allowed;
  if (status === 'draft') {
    return refused('invoice.already_issued', 'An issued invoice cannot become a draft again');
  }
  if (!derivedStatuses.includes(invoice.status)) return allowed;
  return refused(
    'invoice.status_derived',
    `This invoice is ${wordFor(invoice.status)}. Its status is set automatically from payments and the due date`,
  );
}

/**
 * A cancelled invoice keeps its number; one with payments or notes cannot be cancelled
 * (docs/product/invoices.md#status).
 */
export function canCancel(invoice: InvoiceState): Verdict {
  if (invoice.status === 'cancelled') return cancelled;
  if (invoice.status === 'draft') {
    return refused('invoice.is_draft', 'A draft cannot be cancelled. Delete it instead');
  }
  if (invoice.paid_amount !== 0) {
    return refused(
      'invoice.has_payments',
      'This invoice has completed payments and cannot be cancelled',
    );
  }
  if (invoice.credited_amount > 0 || invoice.debited_amount > 0) {
    return refused(
      'invoice.has_notes',
      'This invoice has issued credit or debit notes and cannot be cancelled',
    );
  }
  if (invoice.mail_status === 'queued') return beingSent;
  return invoice.has_irn ? irnActive : allowed;
}

const beingSent = refused(
  'invoice.being_sent',
  'This invoice is being sent. Wait until its email is sent.',
);

/** What the portal has is cancelled there first (docs/product/filings.md#signed-answer). */
const irnActive = refused(
  'invoice.irn_active',
  'This invoice has an IRN. Cancel it on the portal within 24 hours and record that here first. Then create a credit note.',
);

/** The first of these fields that may not change, or null; a draft may not change while its mail may be on its way. */
export function fixedField(
  invoice: Pick<Invoice, 'status' | 'reserved_number'>,
  fields: readonly string[],
): string | null {
  const { status, reserved_number } = invoice;
  if (status === 'draft' && reserved_number === null) return null;
  if (status === 'cancelled') return fields[0] ?? null;
  const open = status === 'paid' ? lateFields : [...openFields, ...lateFields];
  return fields.find((name) => !open.includes(name)) ?? null;
}

/** Whether it left the draft, which fixes what it prints. */
export function isIssued({ status }: Pick<Invoice, 'status'>): boolean {
  return status !== 'draft';
}

/**
 * Whether these fields may change; the sentence names the first that may not
 * (docs/product/invoices.md#what-may-change).
 */
export function canEdit(
  invoice: Pick<Invoice, 'status' | 'reserved_number'>,
  fields: readonly string[],
): Verdict {
  const fixed = fixedField(invoice, fields);
  if (fixed === null) return allowed;
  const label = labelOf(fixed);
  if (invoice.status === 'draft') {
    return refused(
      'invoice.being_sent',
      `${label} cannot be changed: this invoice may be on its way to the customer`,
    );
  }
  const settled = invoice.status === 'paid' || invoice.status === 'cancelled';
  const reason = settled ? `is ${wordFor(invoice.status)}` : 'has been issued';
  return refused('invoice.already_issued', `${label} cannot be changed: this invoice ${reason}`);
}

function labelOf(name: string): string {
  if (name === 'items') return 'Items';
  return name in invoiceFields ? invoiceFields[name as keyof Invoice].label : name;
}

function wordFor(status: Status): string {
  return (invoiceStatuses.find((each) => each.value === status)?.label ?? status).toLowerCase();
}

const isPaidFor = refused(
  'invoice.has_payments',
  'This invoice has completed payments and cannot be deleted',
);

const hadPayments = refused(
  'invoice.has_payments',
  'Payments of this invoice are recorded, so it cannot be deleted. Cancel it instead.',
);

/**
 * Only drafts can be deleted, and not while a mail with their number may be on its way; and opening invoices without
 * payments, which `dependents` counts (docs/product/invoices.md#what-may-change).
 */
export function canDelete(
  invoice: Pick<
    Invoice,
    'status' | 'reserved_number' | 'mail_status' | 'is_opening' | 'paid_amount'
  >,
  dependents: readonly DependentCount[] = [],
): Verdict {
  if (invoice.is_opening) {
    if (invoice.paid_amount > 0) return isPaidFor;
    return dependents.some(({ count }) => count > 0) ? hadPayments : allowed;
  }
  if (invoice.status !== 'draft') {
    return refused('invoice.already_issued', 'Only drafts can be deleted');
  }
  if (invoice.mail_status === 'queued') return beingSent;
  if (invoice.reserved_number === null) return allowed;
  return refused(
    'invoice.delivery_unknown',
    `This draft may have reached the customer as ${invoice.reserved_number} and cannot be deleted`,
  );
}

/** Only an issued invoice of this program has notes: a draft is changed itself (docs/product/credit-notes.md#status). */
export function canNote(invoice: Pick<Invoice, 'status' | 'is_opening'>): Verdict {
  if (invoice.is_opening) {
    return refused('invoice.is_opening', 'An opening invoice has no lines for a note to correct');
  }
  if (invoice.status === 'draft') {
    return refused('note.invoice_not_issued', 'This invoice is a draft: edit it directly');
  }
  if (invoice.status !== 'cancelled') return allowed;
  return refused('invoice.cancelled', 'A cancelled invoice cannot have notes');
}

/** Whether an invoice may charge so little after its notes: what was written off never becomes a credit of the customer. */
export function canCharge(
  invoice: Charged & Pick<Invoice, 'invoice_number' | 'paid_amount' | 'written_off_amount'>,
): Verdict {
  if (invoice.written_off_amount === 0 || chargedBy(invoice) >= invoice.paid_amount) return allowed;
  return refused(
    'invoice.written_off',
    `Part of invoice ${invoice.invoice_number} was written off. Reverse the write-off first.`,
  );
}

/** An issued invoice is put right by a credit note of its rest and a new one (docs/product/credit-notes.md#correcting-an-invoice). */
export function canCorrect(
  invoice: Parameters<typeof canNote>[0] & Parameters<typeof canCharge>[0],
): Verdict {
  const verdict = canNote(invoice);
  if (!verdict.ok) return verdict;
  const { credited_amount, total_amount } = invoice;
  if (credited_amount >= total_amount) {
    return refused('note.already_credited', 'This invoice has already been credited in full');
  }
  return canCharge({ ...invoice, credited_amount: total_amount });
}

/** An unpaid invoice can be disputed and promised (docs/product/invoices.md#disputes-and-promises). */
export function canFollowUp(invoice: Pick<Invoice, 'status' | 'reserved_number'>): Verdict {
  if (invoice.status === 'draft') return refused('invoice.is_draft', 'Issue the draft first');
  return canEdit(invoice, collectionNames);
}

/** An opening invoice has no file of this program. */
export function canPrint({ is_opening }: Pick<Invoice, 'is_opening'>): Verdict {
  return is_opening ? opening : allowed;
}

/** An opening or cancelled invoice cannot be mailed, nor one whose mail is still being sent. */
export function canSend(invoice: Pick<Invoice, 'status' | 'mail_status' | 'is_opening'>): Verdict {
  if (invoice.is_opening) return opening;
  if (invoice.status === 'cancelled') {
    return refused('invoice.cancelled', 'A cancelled invoice cannot be sent');
  }
  if (invoice.mail_status !== 'queued') return allowed;
  return refused('invoice.being_sent', 'This invoice is already being sent');
}

/** Refusals of a payment above the balance and of one on a paid invoice (docs/product/payments.md#balance). */
export const exceedsBalance = refused(
  'payment.exceeds_balance',
  'Payment amount cannot exceed the outstanding balance',
);

type Owed = Pick<Invoice, 'status' | 'balance_due' | 'held_amount'>;

/** The balance without what pending payments reserve of it, in rupees. */
export function freeBalance({ balance_due, held_amount }: Omit<Owed, 'status'>): number {
  return Math.max(0, restOf(balance_due, held_amount));
}

/** By the balance alone, also where pending payments reserve all of it (docs/product/invoices.md#screen). */
export function canPay(invoice: Pick<Invoice, 'status' | 'balance_due'>): Verdict {
  if (invoice.status === 'cancelled') {
    return refused('invoice.cancelled', 'A cancelled invoice cannot be paid');
  }
  return invoice.status === 'paid' || invoice.balance_due <= 0 ? exceedsBalance : allowed;
}

/**
 * Whether so many rupees of an issued invoice can be written off, by default all that pending payments do not reserve
 * (docs/product/payments.md#write-off).
 */
export function canWriteOff(
  { status, ...owed }: Owed,
  amount: number = freeBalance(owed),
): Verdict {
  if (status === 'draft') return refused('invoice.is_draft', 'A draft cannot be written off');
  if (status === 'cancelled')
    return refused('invoice.cancelled', 'A cancelled invoice cannot be written off');
  if (owed.balance_due <= 0)
    return refused('invoice.nothing_due', 'Nothing is due on this invoice');
  const due = freeBalance(owed);
  if (due > 0 && amount <= due) return allowed;
  const pending = owed.held_amount > 0 ? '. The rest is reserved by pending payments' : '';
  return refused(
    'invoice.exceeds_due',
    `Only ${formatMoney(due, 'INR')} can be written off${pending}`,
  );
}

/**
 * Whether so much of the credit of an invoice can be set off or refunded, by default all of it; in rupees
 * (docs/product/credit-notes.md#using-the-credit).
 */
export function canUseCredit(
  { status, customer_credit }: Pick<Invoice, 'status' | 'customer_credit'>,
  amount: number = customer_credit,
): Verdict {
  if (status === 'cancelled')
    return refused('invoice.cancelled', 'The credit of a cancelled invoice cannot be used');
  if (status !== 'draft' && amount > 0 && amount <= customer_credit) return allowed;
  return refused(
    'invoice.exceeds_credit',
    `Only ${formatMoney(status === 'draft' ? 0 : customer_credit, 'INR')} of credit is left on this invoice`,
  );
}

type Charged = Pick<Invoice, 'total_amount' | 'credited_amount' | 'debited_amount'>;

/** What an invoice and its issued notes ask for, in rupees (docs/product/credit-notes.md#the-invoice-follows). */
export function chargedBy({ total_amount, credited_amount, debited_amount }: Charged): number {
  return Math.max(0, restOf(sumOf([total_amount, debited_amount]), credited_amount));
}

/**
 * The status of an invoice after its payments and notes; drafts and cancelled invoices keep theirs
 * (docs/product/invoices.md#status).
 */
export function statusAfterPayments(
  invoice: Charged & Pick<Invoice, 'status' | 'paid_amount' | 'due_date' | 'was_sent'>,
  today: Day,
): Status {
  if (unowedStatuses.includes(invoice.status)) return invoice.status;
  const { paid_amount: paid, credited_amount: credited } = invoice;
  const remaining = restOf(chargedBy(invoice), paid);
  if (remaining <= 0 && (paid > 0 || credited > 0)) return 'paid';
  if (paid > 0) return 'partially_paid';
  if (remaining > 0 && invoice.due_date < today) return 'overdue';
  return invoice.was_sent ? 'sent' : 'pending';
}

/**
 * What is wrong with a due date, or null; one in the past is refused only when it changes
 * (docs/product/invoices.md#due-dates).
 */
export function dueDateProblem(
  { invoice_date, due_date }: Pick<Invoice, 'invoice_date' | 'due_date'>,
  today: Day | null,
): string | null {
  if (today !== null && due_date < today) return 'Due date should be today or in the future';
  return due_date < invoice_date ? 'Due date cannot be before the invoice date' : null;
}

/** Which orders can be invoiced (docs/product/invoices.md#invoicing-an-order). */
export function canInvoiceOrder(order: Pick<Order, 'status' | 'order_number'>): Verdict {
  if (isInvoiceSource(order)) return allowed;
  return refused(
    'order.not_confirmed',
    `Order ${order.order_number} is ${order.status} and cannot be invoiced`,
  );
}
