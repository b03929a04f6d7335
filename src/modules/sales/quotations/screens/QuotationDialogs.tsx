import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { QuotationDialogsState } from './QuotationActions';
import type { Quotations } from './quotations.client';

const QuotationDetails = lazyDialog(
  'quotation',
  async () => (await import('./QuotationDetails')).QuotationDetails,
);
const QuotationForm = lazyDialog(
  'subject',
  async () => (await import('./QuotationForm')).QuotationForm,
);
const ConfirmQuotationAction = lazyDialog(
  'question',
  async () => (await import('./ConfirmQuotationAction')).ConfirmQuotationAction,
);

interface Props {
  quotations: Quotations;
  dialogs: QuotationDialogsState;
}

export function QuotationDialogs({ quotations, dialogs }: Props) {
  const { viewed, subject, question, close } = dialogs;
  return (
    <>
      <QuotationDetails quotation={viewed} show={dialogs} onClose={close} />
      <QuotationForm quotations={quotations} subject={subject} onClose={close} />
      <ConfirmQuotationAction quotations={quotations} question={question} onClose={close} />
    </>
  );
}
