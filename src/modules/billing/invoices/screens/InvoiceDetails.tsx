import { Button, Menu } from '@mantine/core';
import type { ComponentType } from 'react';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { useComputed } from '~/kit/ui/records/computed';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { shippingBillNames } from '~/modules/sales/documents/shipping-bills.fields';
import { textSections } from '~/modules/sales/documents/screens/TextSections';
import { ItemLines } from '~/modules/sales/documents/lines/screens/DocumentLines';
import {
  discountSums,
  gstSums,
  lineNote,
  supplyDetails,
} from '~/modules/sales/documents/taxes/tax-texts.rules';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import type { Order } from '~/modules/sales/orders/orders.fields';
import {
  type Company,
  useCompany,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { isExport } from '~/modules/catalogue/tax/supply.rules';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import {
  PaperDetails,
  portalSections,
  printWarnings,
  recordSection,
} from '~/modules/sales/papers/screens/PaperDetails';
import { emailSection } from '~/modules/sales/papers/screens/PaperMail';
import { type Invoice, invoiceFields, invoiceTexts } from '../invoices.fields';
import { type InvoiceDialogsState, sendLabel, type ShowInvoice } from './InvoiceActions';
import { portalInvoice } from '../portal-invoices.rules';
import { DueDate, InvoiceStatus } from './InvoiceColumns';
import { phoneDetails } from '~/modules/sales/papers/screens/PaperContact';
import { invoiceContact, useInvoice, saveInvoicePdf } from './invoices.client';
import type { InvoiceRights } from './rights.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import type { FurtherCopy } from '~/modules/sales/documents/print/copies.rules';

const copies: readonly [copy: FurtherCopy, label: string][] = [
  ['duplicate', 'Duplicate'],
  ['triplicate', 'Triplicate'],
];

/** The copies of an issued invoice by GST that go with the goods and stay (docs/product/tax.md#printed-documents). */
function InvoiceCopies({ invoice }: { invoice: Invoice }) {
  const { tax_mode, status } = invoice;
  if (tax_mode === 'single' || status === 'draft' || status === 'cancelled') return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          Copies
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {copies.map(([copy, label]) => (
          <Menu.Item key={copy} onClick={() => void saveInvoicePdf(invoice, copy)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Props {
  invoice: Invoice | null;
  show: InvoiceDialogsState;
  payments: Record<'List' | 'Notes', ComponentType<{ invoice: Invoice }>>;
  portals: PortalParts;
  onClose: () => void;
}

export default function InvoiceDetails({ invoice, show, payments, portals, onClose }: Props) {
  const company = useCompany();
  const { rights } = show;
  const { tax_mode: taxMode } = useSettings();
  return (
    <PaperDetails
      title="Invoice Details"
      paper={
        invoice && {
          number: invoice.invoice_number,
          customer_name: invoice.customer_name,
          status: <InvoiceStatus invoice={invoice} today={company.today} />,
          page: recordPath('invoices', invoice.id),
          sections: invoiceSections(invoice, { company, taxMode, payments, portals, show, rights }),
          tools: (
            <>
              <ActionButtons row={invoice} actions={show.pageActions} shown={tools} size="xs" />
              <InvoiceCopies invoice={invoice} />
            </>
          ),
          actions: <Actions invoice={invoice} show={show} />,
        }
      }
      onClose={onClose}
    />
  );
}

const tools = [
  'edit',
  'issue',
  'download',
  'share',
  'print',
  'correct',
  'apply',
  'refund',
  'promise',
  'dispute',
  'resolve',
  'writeOff',
  'cancel',
];

interface Around extends Pick<Props, 'payments' | 'portals'> {
  show: ShowInvoice;
  company: Company;
  taxMode: Settings['tax_mode'];
  rights: InvoiceRights;
}

/** All that is known of an invoice, in its dialog and on its page. */
export function invoiceSections(
  invoice: Invoice,
  { company, taxMode, payments, portals, show, rights }: Around,
): DetailsSection[] {
  const { tax_mode, status } = invoice;
  const document = portalInvoice(invoice);
  const isByGst = tax_mode === 'gst' || (taxMode === 'gst' && status === 'draft');
  const onEdit = rights.canEdit(invoice).ok ? () => show.edit(invoice) : null;
  const checked = { document, isByGst, onEdit };
  return [
    { ...generalSection(invoice, company.today), ...printWarnings(checked) },
    { title: 'Items', content: <InvoiceLines invoice={invoice} /> },
    ...exportSection(invoice),
    { title: 'Payments', content: <payments.List invoice={invoice} /> },
    ...notesSection(invoice, payments.Notes, taxMode),
    ...portalSections(checked, [
      { title: 'E-Invoice', content: <portals.EInvoice document={document} /> },
      { title: 'E-Way Bill', content: <portals.EWayBill invoice={invoice} /> },
    ]),
    ...(invoice.is_opening
      ? []
      : [
          emailSection(invoice, {
            noun: 'invoice',
            timeZone: company.timeZone,
            onSend: rights.canSend(invoice).ok ? () => show.send(invoice) : null,
          }),
        ]),
    ...textSections(invoiceFields, invoice, invoiceTexts),
    recordSection(invoice, company),
    historySection('/invoices', invoice, { fields: invoiceFields, ...company }),
  ];
}

/** What is reported to the GST portals, and what they would refuse. */
export interface PortalParts {
  EInvoice: ComponentType<{ document: PortalDocument }>;
  EWayBill: ComponentType<{ invoice: Invoice }>;
}

function generalSection(invoice: Invoice, today: Day): DetailsSection {
  return {
    title: 'Invoice',
    details: [
      { label: 'Invoice Number', value: invoice.invoice_number },
      {
        label: 'Customer',
        value: (
          <RecordLink path="/customers" id={invoice.customer_id} name={invoice.customer_name} />
        ),
      },
      ...phoneDetails(invoice, invoiceContact),
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
      ...followUpDetails(invoice),
      ...supplyDetails(invoice),
    ],
  };
}

/** The promise and the dispute of an invoice, edited in place on its page. */
function followUpDetails({ promised_on, is_disputed, dispute_note }: Invoice) {
  const promise = {
    label: invoiceFields.promised_on.label,
    value: promised_on && formatDay(promised_on),
    fields: ['promised_on'],
  };
  const dispute = {
    label: invoiceFields.dispute_note.label,
    value: dispute_note ?? 'No note',
    fields: ['dispute_note'],
    wide: true,
  };
  return [...(promised_on === null ? [] : [promise]), ...(is_disputed ? [dispute] : [])];
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
  if (taxMode !== 'gst' || invoice.status === 'draft' || invoice.is_opening) return [];
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
    <RecordLink path="/orders" id={id} name={data?.id === id ? data.order_number : `Order ${id}`} />
  );
}

function Actions({ invoice, show }: { invoice: Invoice; show: InvoiceDialogsState }) {
  const { rights } = show;
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

function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <ItemLines
      id={invoice.id}
      whole={useInvoice(invoice)}
      notesOf={(line) => [lineNote(line)].filter(Boolean)}
      sumsOf={(whole) =>
        whole.tax_mode === 'gst'
          ? gstSums(whole)
          : [
              ...discountSums(whole),
              ['Subtotal', whole.subtotal],
              [`Tax (${whole.tax_rate}%)`, whole.tax_amount],
              ...(whole.round_off === 0 ? [] : [['Round-off', whole.round_off] as const]),
              ['Total', whole.total_amount],
            ]
      }
    />
  );
}
