import { NotesPage } from '~/modules/billing/credit-notes/screens/NotesPage';
import { EInvoice } from './eInvoicePart';

export default function DebitNotesScreen() {
  return <NotesPage kind="debit" EInvoice={EInvoice} />;
}
