import { isDay } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/records/computed';
import { fetchFile } from '~/kit/ui/calls/files';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { toastOffer } from '~/kit/ui/messages/OfferToast';
import { toast } from '~/kit/ui/messages/toasts';
import type {
  CheckResult,
  DocumentCheckResult,
} from '~/modules/sales/documents/findings/findings.fields';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';

/** Whether the browser shares files with other programs, as phones do. */
export function canShareFiles(): boolean {
  const file = new File([], 'paper.pdf', { type: 'application/pdf' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Gives a paper's PDF file to the share sheet of the phone (docs/product/records.md#contact). */
export async function sharePaper(noun: string, number: string, path: string): Promise<void> {
  const failed = { refused: `Failed to share ${noun.toLowerCase()}` };
  toast('info', `Generating ${noun.toLowerCase()} PDF...`);
  await attempt(failed, async () => {
    const name = `${number.replaceAll('/', '-')}.pdf`;
    const file = new File([await fetchFile(path)], name, { type: 'application/pdf' });
    const share = () => navigator.share({ files: [file], title: `${noun} ${number}` });
    await share().catch((error: unknown) => {
      const reason = error instanceof DOMException ? error.name : '';
      // The file came later than the browser lets a click open the sheet.
      if (reason === 'NotAllowedError') {
        const onChoose = () => void attempt(failed, () => share().catch(unlessClosed));
        toastOffer(`${noun} ${number} is ready`, { label: 'Share', onChoose });
      } else unlessClosed(error);
    });
  });
}

function unlessClosed(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
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
