import { useMemo, useState } from 'react';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { PlannedResult, PlannedOrders, PlanningRow } from '../planning.fields';

const dependsOn = ['products', 'orders', 'purchase_orders', 'goods_receipts', 'vendors'];

/** What stock comes to, and what to buy (docs/product/planning.md). */
export function usePlanning() {
  const { today } = useCompany();
  const { data, state, retry } = useComputed<{ rows: PlanningRow[] }>('/planning', {
    dependsOn,
    day: today,
  });
  return { rows: data?.rows ?? null, state, retry };
}

export function orderPlanned(body: PlannedOrders, key: string): Promise<PlannedResult> {
  return api.post<PlannedResult>('/planning/purchase-orders', body, { idempotencyKey: key });
}

/** What a person chose for a row besides what is suggested. */
export interface Choice {
  isChosen: boolean;
  /** As it is typed; null for what is suggested. */
  quantity: string | null;
  vendor_id: number | null;
}

const unchanged: Choice = { isChosen: false, quantity: null, vendor_id: null };

/** What is chosen and typed, by product; it stays when the rows are read again. */
export function useChoices() {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  return useMemo(
    () => ({
      of: (product: number) => choices.get(product) ?? unchanged,
      change: (products: readonly number[], values: Partial<Choice>) =>
        setChoices((before) => {
          const next = new Map(before);
          for (const product of products)
            next.set(product, { ...(before.get(product) ?? unchanged), ...values });
          return next;
        }),
      clear: () => setChoices(new Map()),
    }),
    [choices],
  );
}

export type Choices = ReturnType<typeof useChoices>;

/** The vendor of a row and what to buy from it, as shown until another quantity is typed. */
export function chosenOffer(row: PlanningRow, { vendor_id }: Choice) {
  const id = vendor_id ?? row.suggestion.vendor_id;
  const offer = row.vendors.find((each) => each.vendor_id === id);
  return {
    vendor_id: id,
    quantity: offer?.quantity ?? row.suggestion.quantity,
    unit: offer?.unit ?? row.suggestion.unit ?? row.unit_of_measure,
    price: offer ? offer.price : row.suggestion.price,
  };
}

/** The problem of the quantity typed for a row; null for none. */
export function quantityProblem(
  row: PlanningRow,
  choice: Choice,
  decimalsOf: (unit: string) => UnitDecimals,
): string | null {
  if (choice.quantity === null) return null;
  const quantity = parseNumber(choice.quantity);
  if (quantity === null || Number.isNaN(quantity)) return 'Quantity must be a number';
  if (quantity <= 0) return 'Quantity must be greater than 0';
  return decimalsProblem('Quantity', quantity, decimalsOf(chosenOffer(row, choice).unit));
}

/** A chosen row as it is sent. */
export function sentItem(row: PlanningRow, choice: Choice) {
  const { vendor_id } = chosenOffer(row, choice);
  const quantity = choice.quantity === null ? null : parseNumber(choice.quantity);
  return {
    product_id: row.product_id,
    ...(quantity === null ? {} : { quantity }),
    ...(vendor_id === null ? {} : { vendor_id }),
  };
}
