import { toast } from '~/kit/ui/messages/toasts';
import { downloadFile } from './files';

/** Saves a paper's PDF file, the server's own, and reports the outcome in a toast (docs/product/invoices.md#document). */
export async function savePaper(
  noun: string,
  number: string,
  { path, name = number }: { path: string; name?: string },
): Promise<void> {
  toast('info', `Generating ${noun.toLowerCase()} PDF...`);
  try {
    await downloadFile(path, `${name}.pdf`);
    toast('success', `${noun} ${number} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error';
    toast('error', `Failed to download ${noun.toLowerCase()}: ${reason}`);
  }
}
