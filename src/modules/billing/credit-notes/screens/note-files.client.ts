import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { type Note, noteKinds } from '../credit-notes.fields';

/** Saves a note's PDF file, the server's own, and reports the outcome in a toast. */
export async function saveNotePdf({ id, kind, note_number }: Note): Promise<void> {
  const { noun, path } = noteKinds[kind];
  toast('info', `Generating ${noun.toLowerCase()} PDF...`);
  try {
    await downloadFile(`${path}/${id}/pdf`, `${note_number}.pdf`);
    toast('success', `${noun} ${note_number} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error';
    toast('error', `Failed to download ${noun.toLowerCase()}: ${reason}`);
  }
}
