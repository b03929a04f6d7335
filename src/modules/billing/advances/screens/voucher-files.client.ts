import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import type { Advance, Refund } from '../advances.fields';

/** Saves the receipt voucher of an advance, or that of a refund of it, and reports the outcome in a toast. */
export async function saveVoucher(
  { id, voucher_number }: Pick<Advance, 'id' | 'voucher_number'>,
  refund?: Refund,
): Promise<void> {
  const number = refund?.voucher_number ?? voucher_number;
  const path = refund ? `/advances/${id}/refunds/${refund.id}/pdf` : `/advances/${id}/pdf`;
  toast('info', 'Generating voucher PDF...');
  try {
    await downloadFile(path, `${number}.pdf`);
    toast('success', `Voucher ${number} downloaded successfully!`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'Unknown error';
    toast('error', `Failed to download voucher: ${reason}`);
  }
}
