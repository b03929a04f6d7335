import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Product } from '../../catalogue/products.fields';
import { holdingOf } from '../../catalogue/server/products.builders';
import type { Movement } from '../movements.fields';

export async function movementsOf(caller: Caller, id: number): Promise<Movement[]> {
  return (await caller.get<Movement[]>(`/products/${id}/stock-movements`)).body.data;
}

export function adjustStock(
  caller: Caller,
  id: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Product>> {
  return caller.post<Product>(`/products/${id}/adjust-stock`, body, headers);
}

/** Where the ledger of a product is not a chain from 0 to what is on hand, never below 0: empty for a right one. */
export async function ledgerBreaks(caller: Caller, id: number): Promise<string[]> {
  const breaks: string[] = [];
  let stock = 0;
  for (const { id: movement, ...each } of (await movementsOf(caller, id)).reverse()) {
    const after = sumOfQuantities([stock, each.quantity]);
    if (each.quantity_before !== stock || each.quantity_after !== after || after < 0)
      breaks.push(`${movement}: ${each.quantity_before} to ${each.quantity_after} after ${stock}`);
    stock = after;
  }
  const [onHand] = await holdingOf(caller, id);
  if (onHand !== stock) breaks.push(`${onHand} on hand after ${stock}`);
  return breaks;
}
