import { NotesPage } from './NotesPage';

export default function DebitNotesPage() {
  return <NotesPage kind="debit" />;
}
