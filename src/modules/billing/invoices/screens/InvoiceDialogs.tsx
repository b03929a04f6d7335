import type { ComponentType } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Invoice } from '../invoices.fields';
import type { InvoiceDialogsState } from './InvoiceActions';
import type { PortalParts } from './InvoiceDetails';
import type { Invoices } from './invoices.client';

const InvoiceDetails = lazyDialog('invoice', () => import('./InvoiceDetails'));
const InvoiceForm = lazyDialog('subject', () => import('./InvoiceForm'));
const DisputeForm = lazyDialog(
  'invoice',
  async () => (await import('./InvoiceFollowUp')).DisputeForm,
);
const ResolveDispute = lazyDialog(
  'invoice',
  async () => (await import('./InvoiceFollowUp')).ResolveDispute,
);
const PromiseForm = lazyDialog(
  'invoice',
  async () => (await import('./InvoiceFollowUp')).PromiseForm,
);
const ConfirmInvoiceAction = lazyDialog('question', () => import('./ConfirmInvoiceAction'));

/** A form about one invoice of a list or page; closed while `invoice` is null. */
export interface InvoiceFormProps {
  invoices: Pick<Invoices, 'refresh'>;
  invoice: Invoice | null;
  onClose: () => void;
}

/** What settles an invoice, passed in because payments and notes depend on this module. */
export interface PaymentParts {
  /** "Record Payment" for one invoice. */
  Form: ComponentType<InvoiceFormProps>;
  List: ComponentType<{ invoice: Invoice }>;
  /** "Record Receipt" for the customer of an invoice; closed while `invoice` is null. */
  Receipt: ComponentType<{ invoice: Invoice | null; onClose: () => void }>;
  /** "Write Off" for one invoice. */
  WriteOff: ComponentType<InvoiceFormProps>;
  /** "Use Credit" and "Refund Credit" for one invoice. */
  UseCredit: ComponentType<InvoiceFormProps>;
  RefundCredit: ComponentType<InvoiceFormProps>;
  /** Its credit and debit notes. */
  Notes: ComponentType<{ invoice: Invoice }>;
  /** "Correct Invoice" for one invoice. */
  Correction: ComponentType<InvoiceFormProps & { onCorrected: (draft: Invoice) => void }>;
}

interface Props {
  invoices: Invoices;
  dialogs: InvoiceDialogsState;
  payments: PaymentParts;
  portals: PortalParts;
}

export function InvoiceDialogs({ invoices, dialogs, payments, portals }: Props) {
  const { viewed, subject, question, recordTo, close } = dialogs;
  return (
    <>
      <InvoiceDetails
        invoice={viewed}
        show={dialogs}
        payments={payments}
        portals={portals}
        onClose={close}
      />
      <InvoiceForm invoices={invoices} subject={subject} onClose={close} />
      <payments.Form invoices={invoices} invoice={recordTo('pay')} onClose={close} />
      <payments.Receipt invoice={recordTo('receive')} onClose={close} />
      <payments.WriteOff invoices={invoices} invoice={recordTo('writeOff')} onClose={close} />
      <payments.UseCredit invoices={invoices} invoice={recordTo('useCredit')} onClose={close} />
      <payments.RefundCredit
        invoices={invoices}
        invoice={recordTo('refundCredit')}
        onClose={close}
      />
      <payments.Correction
        invoices={invoices}
        invoice={recordTo('correct')}
        onCorrected={dialogs.edit}
        onClose={close}
      />
      <DisputeForm invoices={invoices} invoice={recordTo('dispute')} onClose={close} />
      <ResolveDispute invoices={invoices} invoice={recordTo('resolve')} onClose={close} />
      <PromiseForm invoices={invoices} invoice={recordTo('promise')} onClose={close} />
      <ConfirmInvoiceAction
        invoices={invoices}
        question={question}
        onEdit={dialogs.edit}
        onClose={close}
      />
    </>
  );
}
