import { NotesPage } from './NotesPage';

export default function CreditNotesPage() {
  return <NotesPage kind="credit" />;
}
