import { type ComponentType, lazy, Suspense } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Invoice } from '../invoices.fields';
import type { InvoiceDialogsState } from './InvoiceActions';
import type { PortalParts } from './InvoiceDetails';
import type { Invoices } from './invoices.client';

const InvoiceDetails = lazy(async () => ({
  default: (await import('./InvoiceDetails')).InvoiceDetails,
}));
const InvoiceForm = lazy(async () => ({ default: (await import('./InvoiceForm')).InvoiceForm }));
const ConfirmInvoiceAction = lazy(async () => ({
  default: (await import('./ConfirmInvoiceAction')).ConfirmInvoiceAction,
}));

/** What settles an invoice, passed in because payments and notes depend on this module. */
export interface PaymentParts {
  /** "Record Payment" for one invoice; closed while `invoice` is null. */
  Form: ComponentType<{ invoice: Invoice | null; onClose: () => void }>;
  List: ComponentType<{ invoice: Invoice }>;
  /** Its credit and debit notes. */
  Notes: ComponentType<{ invoice: Invoice }>;
  /** "Correct Invoice" for one invoice; closed while `invoice` is null. */
  Correction: ComponentType<{
    invoice: Invoice | null;
    onCorrected: (draft: Invoice) => void;
    onClose: () => void;
  }>;
}

interface Props {
  invoices: Invoices;
  dialogs: InvoiceDialogsState;
  payments: PaymentParts;
  portals: PortalParts;
}

export function InvoiceDialogs({ invoices, dialogs, payments, portals }: Props) {
  const { viewed, subject, paid, corrected, question, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(subject !== null);
  const needsPayment = useOnceTrue(paid !== null);
  const needsCorrection = useOnceTrue(corrected !== null);
  const needsQuestions = useOnceTrue(question !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <InvoiceDetails
          invoice={viewed}
          show={dialogs}
          payments={payments}
          portals={portals}
          onClose={close}
        />
      ) : null}
      {needsForm ? <InvoiceForm invoices={invoices} subject={subject} onClose={close} /> : null}
      {needsPayment ? <payments.Form invoice={paid} onClose={close} /> : null}
      {needsCorrection ? (
        <payments.Correction invoice={corrected} onCorrected={dialogs.edit} onClose={close} />
      ) : null}
      {needsQuestions ? (
        <ConfirmInvoiceAction
          invoices={invoices}
          question={question}
          onEdit={dialogs.edit}
          onClose={close}
        />
      ) : null}
    </Suspense>
  );
}
