import { IconClipboardList } from '@tabler/icons-react';
import { counted } from '~/kit/shared/money/numbers';
import type { BulkExtra } from '~/kit/ui/bulk/bulk';
import { toast } from '~/kit/ui/messages/toasts';
import { savePaper } from '~/kit/ui/calls/savePaper';
import { mostPicked, tooManyPicked } from '../orders.rules';

/** The open quantities of these orders, as a PDF file (docs/product/deliveries.md#picking-list). */
export async function savePickingList(orders: readonly number[]): Promise<void> {
  const ids = [...new Set(orders)];
  // The address of the call would be too long.
  if (ids.length > mostPicked) return toast('error', tooManyPicked);
  const path = `/deliveries/picking-list?order_ids=${ids.join(',')}`;
  await savePaper('Picking list', `of ${counted(ids.length, 'order')}`, {
    path,
    name: 'picking-list',
  });
}

/** "Picking List" for selected rows. */
export function pickingOf(onChoose: BulkExtra['onChoose']): BulkExtra {
  return { label: 'Picking List', icon: <IconClipboardList size={16} aria-hidden />, onChoose };
}
