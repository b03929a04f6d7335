import { NotesPage } from '~/modules/credit-notes/screens/NotesPage';
import { EInvoice } from './eInvoicePart';

export default function CreditNotesScreen() {
  return <NotesPage kind="credit" EInvoice={EInvoice} />;
}
