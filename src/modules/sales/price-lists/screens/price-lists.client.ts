import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { useComputed } from '~/kit/ui/data/computed';
import { type List, useList } from '~/kit/ui/data/list-store';
import type { PriceList, WholePriceList } from '../price-lists.fields';

export function usePriceLists() {
  return usePriceListsIn(useList<PriceList>({ entity: 'price_lists', path: '/price-lists' }));
}

export type PriceLists = ReturnType<typeof usePriceListsIn>;

/** What is done with the price lists of a list, or with the one of a page. */
export function usePriceListsIn(list: List<PriceList>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<PriceList>) {
  const stored = (priceList: WholePriceList): WholePriceList => {
    list.put(priceList);
    return priceList;
  };
  return {
    create: async (body: object, idempotencyKey: string) =>
      stored(await api.post<WholePriceList>('/price-lists', body, { idempotencyKey })),
    update: async (id: number, body: object) =>
      stored(await api.put<WholePriceList>(`/price-lists/${id}`, body)),
    delete: async (id: number) => {
      await api.delete(`/price-lists/${id}`);
      list.remove(id);
    },
  };
}

/** A list with its prices and limits, kept current while it is shown. */
export function useWholePriceList({ id, updated_at }: Pick<PriceList, 'id' | 'updated_at'>) {
  return useComputed<WholePriceList>(`/price-lists/${id}`, {
    dependsOn: ['price_lists', 'products'],
    day: updated_at,
  });
}
