import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { QuotationDialogsState } from './QuotationActions';
import type { Quotations } from './quotations.client';

const QuotationDetails = lazyDialog('quotation', () => import('./QuotationDetails'));
const QuotationForm = lazyDialog('subject', () => import('./QuotationForm'));
const ConfirmQuotationAction = lazyDialog('question', () => import('./ConfirmQuotationAction'));

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
