import { isDay } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/data/computed';
import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import type {
  CheckResult,
  DocumentCheckResult,
} from '~/modules/sales/documents/findings/findings.fields';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';

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

/** A document or voucher that has a check; its calls are under `path`. */
export type Checked = Pick<PortalDocument, 'path' | 'id' | 'updated_at'>;

/** What portals would refuse in a document, which follows from more records than itself; a voucher has `is_filed` alone. */
export function useCheck({ path, id, updated_at }: Checked) {
  return useComputed<DocumentCheckResult>(`${path}/${id}/check`, {
    dependsOn: 'everything',
    day: updated_at,
  });
}

/** Warnings of the date of a document that is being written; its calls are under `path`. */
export function useDateCheck(path: string, date: string) {
  return useComputed<CheckResult>(`${path}/date-check?date=${date}`, {
    dependsOn: 'everything',
    day: '',
    isEnabled: isDay(date),
  });
}
