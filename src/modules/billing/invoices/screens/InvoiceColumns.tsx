import { useMemo } from 'react';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { Badge, Badges, ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { NotedDay } from '~/modules/sales/documents/screens/NotedDay';
import { MailStatus } from '~/modules/sales/papers/screens/PaperMail';
import { dueNote, isPastDue, isUnsettled } from '../dues.rules';
import {
  type Invoice,
  invoiceFields,
  type InvoicePatch,
  invoiceStatuses,
} from '../invoices.fields';
import { canTakeStatus, dueDateProblem, lateFields, openFields } from '../invoices.rules';
import type { Invoices } from './invoices.client';
import { useInvoiceRights } from './rights.client';

// Fields of the details and of rules, without their own column.
const except = [
  'id',
  'customer_id',
  'customer_phone',
  'order_id',
  'discount_percent',
  'discount_amount',
  'place_chosen',
  'total_paid',
  'credited_amount',
  'debited_amount',
  'customer_credit',
  'held_amount',
  'written_off_amount',
  'tds_amount',
  'has_irn',
  'mail_error',
  'was_sent',
  'reserved_number',
  'mailed_at',
  'created_by',
  'workspace_id',
] as const;

// The fields editable on issued invoices; a draft's other fields are edited in its form.
const editable: readonly string[] = ['status', ...openFields, ...lateFields];

const statusOrder = invoiceStatuses.map((status) => status.value);
const labels = {
  noun: 'invoice',
  saved: 'Invoice updated successfully',
  ...orNetworkError('Failed to update invoice'),
};

/** `onCancel` asks before an invoice is cancelled, as its action does. */
export function useInvoiceColumns(
  invoices: Invoices,
  onCancel: (invoice: Invoice) => void,
): readonly Column<Invoice>[] {
  const latest = useLatest(invoices);
  const { timeZone, today } = useCompany();
  const rights = useInvoiceRights();
  return useMemo(() => {
    const columns = columnsFromFields(invoiceFields, {
      except,
      timeZone,
      today,
      required: ['invoice_number'],
      canEdit: (invoice, key) =>
        key === 'status' && rights.here.ok ? canSetStatus(invoice) : rights.canAmend(invoice, key),
      save: (invoice, patch, edit) => save(latest.current, invoice, patch, edit),
      overrides: {
        invoice_number: { width: 148, copy: true },
        customer_name: { width: 140 },
        invoice_date: { width: 108 },
        total_amount: { width: 122 },
        balance_due: { width: 122 },
        due_date: {
          width: 132,
          text: (invoice) =>
            [formatDay(invoice.due_date), dueNote(invoice, today)].filter(Boolean).join(' · '),
          render: (invoice) => <DueDate invoice={invoice} today={today} />,
          edit: { check: (invoice, due_date) => wrongDueDate(invoice, String(due_date), today) },
        },
        status: {
          width: 142,
          sortValue: ({ status }) => statusOrder.indexOf(status),
          render: (invoice) => <InvoiceStatus invoice={invoice} today={today} />,
          edit: {
            choices: statusChoices,
            choicesForMany: statusesByHand,
            instead: (invoice, status) => {
              if (status !== 'cancelled') return false;
              onCancel(invoice);
              return true;
            },
          },
        },
        mail_status: {
          render: (invoice) => <MailStatus mail={invoice} />,
        },
        paid_on: { edit: false },
        tax_rate: { text: ({ tax_rate }) => `${tax_rate}%` },
      },
    });
    return columns.map(({ edit, ...column }) =>
      edit && editable.includes(column.key) ? { ...column, edit } : column,
    );
  }, [latest, rights, timeZone, today, onCancel]);
}

/** An inline due date must be today or later (docs/product/invoices.md#due-dates). */
function wrongDueDate(invoice: Invoice, due_date: string, today: Day): string | null {
  return dueDateProblem({ ...invoice, due_date }, today);
}

function statusChoices(invoice: Invoice) {
  return invoiceStatuses.filter(
    ({ value }) => value === invoice.status || canTakeStatus(invoice, value).ok,
  );
}

const statusesByHand = invoiceStatuses.filter(({ value }) =>
  ['pending', 'sent', 'cancelled'].includes(value),
);

function canSetStatus(invoice: Invoice): Verdict {
  if (statusChoices(invoice).length > 1) return allowed;
  return refused(
    'invoice.status_derived',
    invoice.status === 'cancelled'
      ? 'A cancelled invoice cannot be reopened'
      : 'This status is set automatically from payments and the due date',
  );
}

async function save(
  invoices: Invoices,
  invoice: Invoice,
  patch: InvoicePatch,
  edit: EditTexts,
): Promise<void> {
  const { status } = patch;
  const texts = { ...labels, name: invoice.invoice_number, edit };
  if (status === undefined) return saveCell(invoices, invoice, patch, texts);
  if (status === invoice.status) return;
  // The status has its own call: it may issue or cancel the invoice.
  const store = {
    path: invoices.path,
    call: `/invoices/${invoice.id}/status`,
    put: invoices.put,
    update: (id: number, { updated_at }: { updated_at: string }) =>
      invoices.setStatus({ id, updated_at }, status),
  };
  return saveCell(store, invoice, patch, texts);
}

/**
 * The status as a word, with "Overdue" next to it where the status differs (docs/product/invoices.md#overdue), and a
 * mail that was not sent.
 */
export function InvoiceStatus({ invoice, today }: { invoice: Invoice; today: Day }) {
  const isLate = isPastDue(invoice, today) && invoice.status !== 'overdue';
  return (
    <Badges>
      <ChoiceBadge choices={invoiceStatuses} value={invoice.status} />
      {isLate ? <Badge color="red">Overdue</Badge> : null}
      {invoice.is_disputed && isUnsettled(invoice) ? <Badge color="orange">Disputed</Badge> : null}
      {invoice.is_opening ? <Badge color="gray">Opening</Badge> : null}
      {invoice.mail_status === 'accepted' ? null : <MailStatus mail={invoice} />}
    </Badges>
  );
}

export function DueDate({ invoice, today }: { invoice: Invoice; today: Day }) {
  const tone = isPastDue(invoice, today) ? 'late' : 'soon';
  return <NotedDay day={invoice.due_date} note={dueNote(invoice, today)} tone={tone} />;
}
