import { IconClipboardList } from '@tabler/icons-react';
import { counted } from '~/kit/shared/money/numbers';
import type { BulkExtra } from '~/kit/ui/bulk/bulk';
import { savePaper } from '~/modules/sales/papers/screens/papers.client';

/** The open quantities of these orders, as a PDF file (docs/product/deliveries.md#picking-list). */
export function savePickingList(orders: readonly number[]): Promise<void> {
  const ids = [...new Set(orders)];
  const path = `/deliveries/picking-list?order_ids=${ids.join(',')}`;
  return savePaper('Picking list', `of ${counted(ids.length, 'order')}`, {
    path,
    name: 'picking-list',
  });
}

/** "Picking List" for selected rows. */
export function pickingOf(onChoose: BulkExtra['onChoose']): BulkExtra {
  return { label: 'Picking List', icon: <IconClipboardList size={16} aria-hidden />, onChoose };
}
