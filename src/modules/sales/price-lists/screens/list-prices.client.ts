import { useEffect, useMemo, useRef } from 'react';
import { type Day, isDay } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/records/computed';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { ProductPrices } from '../price-lists.rules';
import { type OfferedLine, priceOffers } from '../offered-prices.rules';

interface Options {
  /** Those whose price may follow a list: new ones, not those that were agreed. */
  lines: readonly OfferedLine[];
  customer_id: number | null;
  date: Day;
  onPrice: (key: number, unit_price: string) => void;
}

const mostProducts = 200;

/**
 * Lets the prices of a form's new lines follow the price lists while product, quantity, customer and date are chosen; a
 * price that a person typed stays (docs/product/price-lists.md#default-price).
 */
export function useListPrices({ lines, customer_id, date, onPrice }: Options): void {
  const isRead = useMay('price_lists.read').ok;
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))];
  const productIds = ids.toSorted((one, other) => one - other).slice(0, mostProducts);
  const of = customer_id === null ? '' : `&customer_id=${customer_id}`;
  const path = `/price-lists/prices?product_id=${productIds.join(',')}&date=${date}${of}`;
  const { data, isEarlier } = useComputed<ProductPrices[]>(path, {
    dependsOn: ['price_lists'],
    day: '',
    isEnabled: isRead && productIds.length > 0 && isDay(date),
  });
  const existing = useMemo(
    () => new Map(isEarlier ? [] : data?.map((each) => [each.product_id, each])),
    [data, isEarlier],
  );
  const offered = useRef<ReadonlyMap<number, OfferedLine>>(new Map());
  useEffect(() => {
    const { offers, next } = priceOffers(lines, { existing, before: offered.current });
    offered.current = next;
    for (const { key, unit_price } of offers) onPrice(key, unit_price);
  });
}
