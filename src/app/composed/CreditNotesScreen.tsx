import { NotesPage } from '~/modules/billing/credit-notes/screens/NotesPage';
import { EInvoice } from './eInvoicePart';

export default function CreditNotesScreen() {
  return <NotesPage kind="credit" EInvoice={EInvoice} />;
}
