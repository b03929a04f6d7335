import { useMemo } from 'react';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { PriceList, WholePriceList } from '../price-lists.fields';

export function usePriceLists() {
  return usePriceListsIn(useList<PriceList>({ entity: 'price_lists', path: '/price-lists' }));
}

export type PriceLists = ReturnType<typeof usePriceListsIn>;

/** What is done with the price lists of a list, or with the one of a page. */
export function usePriceListsIn(list: List<PriceList>) {
  return useMemo(() => ({ ...list, ...recordCalls(list, rowOf) }), [list]);
}

const rowOf = (priceList: WholePriceList): PriceList => priceList;

/** A list with its prices and limits, kept current while it is shown. */
export function useWholePriceList({ id, updated_at }: Pick<PriceList, 'id' | 'updated_at'>) {
  return useComputed<WholePriceList>(`/price-lists/${id}`, {
    dependsOn: ['price_lists', 'products'],
    day: updated_at,
  });
}
