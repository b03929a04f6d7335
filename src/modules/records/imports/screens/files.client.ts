import { downloadFile } from '~/kit/ui/calls/files';
import { toast } from '~/kit/ui/messages/toasts';

/** Downloads a file; shows a message on failure. */
export async function saveSafely(path: string, name: string): Promise<void> {
  await downloadFile(path, name).catch(() => {
    toast('error', 'The file could not be downloaded. Please try again.');
  });
}
