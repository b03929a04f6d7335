import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { downloadFile } from '~/kit/ui/calls/files';
import { type List, useList } from '~/kit/ui/records/list-store';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { useRecordsIn } from '~/kit/ui/records/useRecords';
import { toast } from '~/kit/ui/messages/toasts';
import type { Product } from '../../catalogue/products.fields';
import { type Lot, type LotPatch, mostLabels } from '../lots.fields';
import type { Trace } from '../trace.fields';

export function useLots() {
  return useLotsIn(
    useList<Lot>({
      entity: 'lots',
      path: '/lots',
      dependsOn: ['products', 'locations'],
      unscoped: true,
    }),
  );
}

export type Lots = ReturnType<typeof useLotsIn>;

/** What is done with the lots of a list, or with the one of a page. */
export function useLotsIn(list: List<Lot>) {
  return useRecordsIn<Lot, LotPatch>(list);
}

/** Tracks a product by lots or serial numbers (docs/product/lots.md#tracking). */
export function trackProduct(id: number, tracking: Product['tracking']): Promise<Product> {
  return api.put<Product>(`/products/${id}`, { tracking });
}

export function useTrace({ id, updated_at }: Pick<Lot, 'id' | 'updated_at'>) {
  return useComputed<Trace>(`/lots/${id}/trace`, {
    dependsOn: ['lots', 'deliveries', 'credit_notes', 'customers'],
    day: updated_at,
  });
}

/** The labels of lots, as a PDF file (docs/product/lots.md#labels). */
export async function saveLabels(ids: readonly number[], copies = 1): Promise<void> {
  if (ids.length * copies > mostLabels)
    return toast('error', `There can be at most ${mostLabels} labels`);
  await save('labels', `/lots/labels?ids=${ids.join(',')}&copies=${copies}`);
}

/** Who got a lot, as a file (docs/product/lots.md#recall-list). */
export function saveRecallList(id: number, format: 'csv' | 'pdf'): Promise<void> {
  return save('recall list', `/lots/${id}/trace?format=${format}`, format);
}

async function save(what: string, path: string, format = 'pdf'): Promise<void> {
  await attempt({ refused: `Failed to download ${what}` }, async () => {
    await downloadFile(path, `${what}.${format}`);
    toast('success', `${what.charAt(0).toUpperCase()}${what.slice(1)} downloaded successfully`);
  });
}
