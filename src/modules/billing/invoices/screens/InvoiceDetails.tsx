import { Button } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { type Day, formatDay, formatInstant } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { useComputed } from '~/kit/ui/data/computed';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { shippingBillNames } from '~/modules/sales/documents/shipping-bills.fields';
import { supplyFacts } from '~/modules/sales/documents/tax-words.rules';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import type { Order } from '~/modules/sales/orders/orders.fields';
import {
  type Company,
  useCompany,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { isExport } from '~/modules/catalogue/tax/supply.rules';
import { type Invoice, invoiceFields } from '../invoices.fields';
import { sendLabel, type ShowInvoice } from './InvoiceActions';
import { portalInvoice } from '../portal-invoices.rules';
import { DocumentCheck } from './DocumentCheck';
import { InvoiceCopies } from './InvoiceCopies';
import { DueDate, InvoiceStatus, MailStatus } from './InvoiceColumns';
import { saveInvoicePdf } from './invoice-files.client';
import { InvoiceLines } from './InvoiceLines';
import { printInvoice } from './invoice-print.client';
import { type InvoiceRights, useInvoiceRights } from './rights.client';
import classes from './InvoiceColumns.module.css';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';

interface Props {
  invoice: Invoice | null;
  show: ShowInvoice;
  payments: Record<'List' | 'Notes', ComponentType<{ invoice: Invoice }>>;
  portals: PortalParts;
  onClose: () => void;
}

export function InvoiceDetails({ invoice, show, payments, portals, onClose }: Props) {
  const company = useCompany();
  const rights = useInvoiceRights();
  const { tax_mode: taxMode } = useSettings();
  return (
    <DetailsDialog
      opened={invoice !== null}
      onClose={onClose}
      title="Invoice Details"
      size={640}
      subtitle={
        invoice ? (
          <>
            {invoice.invoice_number} · {invoice.customer_name}{' '}
            <InvoiceStatus invoice={invoice} today={company.today} />
          </>
        ) : null
      }
      page={invoice ? recordPath('invoices', invoice.id) : undefined}
      sections={
        invoice
          ? invoiceSections(invoice, { company, taxMode, payments, portals, show, rights })
          : []
      }
      tools={invoice ? <Tools invoice={invoice} show={show} rights={rights} /> : null}
      actions={invoice ? <Actions invoice={invoice} show={show} rights={rights} /> : null}
    />
  );
}

interface Around extends Pick<Props, 'show' | 'payments' | 'portals'> {
  company: Company;
  taxMode: Settings['tax_mode'];
  rights: InvoiceRights;
}

/** All that is known of an invoice, in its dialog and on its page. */
export function invoiceSections(
  invoice: Invoice,
  { company, taxMode, payments, portals, show, rights }: Around,
): DetailsSection[] {
  return [
    {
      ...generalSection(invoice, company.today),
      ...printWarnings(invoice, { show, rights, taxMode }),
    },
    { title: 'Items', content: <InvoiceLines invoice={invoice} /> },
    ...exportSection(invoice),
    { title: 'Payments', content: <payments.List invoice={invoice} /> },
    ...notesSection(invoice, payments.Notes, taxMode),
    ...portalSections(invoice, portals, { show, rights, taxMode }),
    mailSection(invoice, company, { show, rights }),
    { title: 'Terms', text: invoice.terms_conditions, fields: ['terms_conditions'] },
    { title: 'Notes', text: invoice.notes, fields: ['notes'] },
    recordSection(invoice, company),
    historySection({
      path: `/invoices/${invoice.id}`,
      version: invoice.updated_at,
      fields: invoiceFields,
      ...company,
    }),
  ];
}

/** What the portals of GST are told, and what they would refuse. */
export interface PortalParts {
  EInvoice: ComponentType<{ document: PortalDocument }>;
  EWayBill: ComponentType<{ invoice: Invoice }>;
}

type Checking = Pick<Around, 'show' | 'rights' | 'taxMode'>;

function isCheckedByGst({ tax_mode, status }: Invoice, taxMode: Settings['tax_mode']): boolean {
  return tax_mode === 'gst' || (taxMode === 'gst' && status === 'draft');
}

/** What of an invoice without GST cannot be printed; of others the section "Check" says it. */
function printWarnings(
  invoice: Invoice,
  { show, rights, taxMode }: Checking,
): Pick<DetailsSection, 'content'> {
  if (isCheckedByGst(invoice, taxMode) || invoice.status === 'cancelled') return {};
  const onEdit = rights.canEdit(invoice).ok ? () => show.edit(invoice) : null;
  return { content: <DocumentCheck document={portalInvoice(invoice)} onEdit={onEdit} isQuiet /> };
}

function portalSections(
  invoice: Invoice,
  { EInvoice, EWayBill }: PortalParts,
  { show, rights, taxMode }: Checking,
): DetailsSection[] {
  if (!isCheckedByGst(invoice, taxMode)) return [];
  const onEdit = rights.canEdit(invoice).ok ? () => show.edit(invoice) : null;
  const check = {
    title: 'Check',
    content: <DocumentCheck document={portalInvoice(invoice)} onEdit={onEdit} />,
  };
  if (invoice.status === 'draft') return [check];
  return [
    check,
    { title: 'E-Invoice', content: <EInvoice document={portalInvoice(invoice)} /> },
    { title: 'E-Way Bill', content: <EWayBill invoice={invoice} /> },
  ];
}

function generalSection(invoice: Invoice, today: Day): DetailsSection {
  return {
    title: 'Invoice',
    details: [
      { label: 'Invoice Number', value: invoice.invoice_number },
      { label: 'Customer', value: invoice.customer_name },
      ...(invoice.order_id === null
        ? []
        : [{ label: 'Order', value: <OrderLink id={invoice.order_id} /> }]),
      { label: 'Invoice Date', value: formatDay(invoice.invoice_date) },
      {
        label: 'Due Date',
        value: <DueDate invoice={invoice} today={today} />,
        fields: ['due_date'],
      },
      { label: 'Total', value: formatMoney(invoice.total_amount, 'INR') },
      { label: 'Paid', value: formatMoney(invoice.paid_amount, 'INR') },
      ...amountsOfNotes(invoice),
      { label: 'Balance Due', value: formatMoney(invoice.balance_due, 'INR') },
      ...supplyFacts(invoice),
    ],
  };
}

/** The shipping bill comes after the invoice: it is entered here. */
function exportSection(invoice: Invoice): DetailsSection[] {
  if (invoice.supply_type === null || !isExport(invoice.supply_type)) return [];
  const { shipping_bill_date: day } = invoice;
  const texts = { ...invoice, shipping_bill_date: day && formatDay(day) };
  return [
    {
      title: 'Export',
      details: shippingBillNames.map((name) => ({
        label: invoiceFields[name].label,
        value: texts[name],
        fields: [name],
      })),
    },
  ];
}

function notesSection(
  invoice: Invoice,
  Notes: ComponentType<{ invoice: Invoice }>,
  taxMode: Settings['tax_mode'],
): DetailsSection[] {
  if (taxMode !== 'gst' || invoice.status === 'draft') return [];
  return [{ title: 'Credit and Debit Notes', content: <Notes invoice={invoice} /> }];
}

function amountsOfNotes(invoice: Invoice) {
  const amounts = ['credited_amount', 'debited_amount', 'customer_credit'] as const;
  return amounts
    .filter((name) => invoice[name] > 0)
    .map((name) => ({
      label: invoiceFields[name].label,
      value: formatMoney(invoice[name], 'INR'),
    }));
}

function OrderLink({ id }: { id: number }) {
  const { data } = useComputed<Order>(`/orders/${id}`, { dependsOn: [], day: '' });
  return (
    <RecordLink path="/orders" id={id}>
      {data?.id === id ? data.order_number : `Order ${id}`}
    </RecordLink>
  );
}

function mailSection(
  invoice: Invoice,
  { timeZone }: Company,
  { show, rights }: { show: ShowInvoice; rights: InvoiceRights },
): DetailsSection {
  const { mail_status, mailed_at, mail_error } = invoice;
  if (mail_status === null)
    return { title: 'Email', text: 'This invoice has not been sent by email.' };
  return {
    title: 'Email',
    details: [
      { label: 'Last email', value: <MailStatus invoice={invoice} /> },
      { label: 'At', value: mailed_at && formatInstant(mailed_at, timeZone) },
    ],
    content:
      mail_status === 'failed' ? (
        <MailFailure reason={mail_error}>
          {rights.canSend(invoice).ok ? (
            <Button size="compact-sm" variant="default" mt={8} onClick={() => show.send(invoice)}>
              Try again
            </Button>
          ) : null}
        </MailFailure>
      ) : null,
  };
}

function MailFailure({ reason, children }: { reason: string | null; children: ReactNode }) {
  return (
    <div className={classes.mailFailure}>
      <p>{reason ?? 'The mail server gave no reason.'}</p>
      {children}
    </div>
  );
}

function recordSection(invoice: Invoice, { timeZone }: Company): DetailsSection {
  return {
    title: 'Record',
    details: [
      { label: 'Created By', value: invoice.created_by_name },
      { label: 'Created', value: formatInstant(invoice.created_at, timeZone) },
      { label: 'Last Updated', value: formatInstant(invoice.updated_at, timeZone) },
    ],
  };
}

interface ActionsProps {
  invoice: Invoice;
  show: ShowInvoice;
  rights: InvoiceRights;
}

function Tools({ invoice, show, rights }: ActionsProps) {
  const { today } = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  const tools: readonly [label: string, isOffered: boolean, act: () => void][] = [
    ['Edit', rights.canEdit(invoice).ok, () => show.edit(invoice)],
    ['Issue', rights.canIssue(invoice).ok, () => show.issue(invoice)],
    ['Download', true, () => void saveInvoicePdf(invoice)],
    ['Print', true, () => printInvoice(invoice, today)],
    ['Correct Invoice', isGst && rights.canCorrect(invoice).ok, () => show.correct(invoice)],
    ['Cancel Invoice', rights.canCancel(invoice).ok, () => show.cancel(invoice)],
  ];
  return (
    <div className={classes.tools}>
      {tools
        .filter(([, isOffered]) => isOffered)
        .map(([label, , act]) => (
          <Button key={label} size="xs" variant="default" onClick={act}>
            {label}
          </Button>
        ))}
      <InvoiceCopies invoice={invoice} />
    </div>
  );
}

function Actions({ invoice, show, rights }: ActionsProps) {
  return (
    <>
      {rights.canPay(invoice).ok ? (
        <Button variant="default" onClick={() => show.pay(invoice)}>
          Record Payment
        </Button>
      ) : null}
      {rights.canSend(invoice).ok ? (
        <Button onClick={() => show.send(invoice)}>{sendLabel(invoice)}</Button>
      ) : null}
    </>
  );
}
