import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';
import type { BillLine } from './bills.fields';
import type { CreditItem } from './credits.rules';

/** What the form of a credit holds of a line. */
export interface TypedCredit {
  reason: 'returned' | 'price';
  quantity: string;
  amount: string;
}

/** By the line of the bill. */
export type TypedCredits = Readonly<Record<number, TypedCredit>>;

export const noTypedCredit: TypedCredit = { reason: 'returned', quantity: '', amount: '' };

/** The items of a credit as they were typed; `wrong` is why it cannot be sent, or null. */
export function readCredit(
  lines: readonly Pick<BillLine, 'id' | 'description'>[],
  typed: TypedCredits,
): { items: CreditItem[]; wrong: string | null } {
  const items: CreditItem[] = [];
  for (const { id, description } of lines) {
    const { reason, quantity, amount } = typed[id] ?? noTypedCredit;
    const isPrice = reason === 'price';
    if (amount.trim() === '' && (isPrice || quantity.trim() === '')) continue;
    const read = { quantity: readNumber(quantity), amount: readNumber(amount) };
    if (!isPrice && !(read.quantity > 0))
      return { items, wrong: `Enter the quantity of "${description}" that went back` };
    if (amount.trim() !== '' && !(read.amount > 0))
      return { items, wrong: `The amount of "${description}" must be more than ₹0` };
    items.push({
      bill_line_id: id,
      reason,
      ...(isPrice ? {} : { quantity: read.quantity }),
      ...(amount.trim() === '' ? {} : { amount: read.amount }),
    });
  }
  return { items, wrong: items.length === 0 ? 'Enter what the vendor credits' : null };
}
