import type { ErrorTable } from '~/kit/shared/error-codes';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { StockPart } from '~/modules/catalogue/products/stock/positions.rules';
import { carriedNames, type Transfer, transferFields, type TransferItem } from './transfers.fields';

export const transferRefusals = {
  'transfer.is_draft': [409, 'The transfer is a draft: delete it instead of cancelling it'],
  'transfer.done': [409, 'The goods of the transfer have moved'],
  'transfer.cancelled': [409, 'The transfer is cancelled'],
} as const satisfies ErrorTable;

type Status = Transfer['status'];
type Stated = Pick<Transfer, 'status'>;

const cancelled = refused('transfer.cancelled', 'This transfer is cancelled');

/** Whether a transfer may take a status: draft → done → cancelled (docs/product/transfers.md#status). */
export function canTakeStatus(transfer: Stated, status: Status): Verdict {
  if (status === transfer.status) return allowed;
  if (transfer.status === 'cancelled') return cancelled;
  if (status === 'cancelled') return canCancel(transfer);
  if (transfer.status === 'draft') return allowed;
  return refused('transfer.done', 'A transfer that is done cannot be a draft again');
}

/** A draft is deleted instead. */
export function canCancel({ status }: Stated): Verdict {
  if (status === 'draft') return refused('transfer.is_draft', 'A draft is deleted, not cancelled');
  return status === 'cancelled' ? cancelled : allowed;
}

/** Only drafts can be deleted: numbers of transfers stay. */
export function canDelete({ status }: Stated): Verdict {
  if (status === 'draft') return allowed;
  return refused('transfer.done', 'Only drafts can be deleted');
}

/** Whether these fields may change: all of a draft, notes and transport of one that is done (docs/product/transfers.md#what-may-change). */
export function canEdit({ status }: Stated, fields: readonly string[]): Verdict {
  if (status === 'draft') return allowed;
  if (status === 'cancelled') return fields.length > 0 ? cancelled : allowed;
  const open: readonly string[] = carriedNames;
  const fixed = fields.find((name) => !open.includes(name));
  if (fixed === undefined) return allowed;
  const label = fixed === 'items' ? 'Items' : labelOf(fixed);
  return refused('transfer.done', `${label} cannot be changed: the goods have moved`);
}

function labelOf(name: string): string {
  return name in transferFields ? transferFields[name as keyof Transfer].label : name;
}

interface Route {
  from: number;
  to: number;
  /** The past moment that the goods move at; null for now. */
  at: string | null;
}

/**
 * What the lines of a transfer move, by product: each lot, or the goods without one, goes in before it leaves, so that the
 * company owns the goods at all times.
 */
export function partsByProduct(
  items: readonly Pick<TransferItem, 'product_id' | 'quantity' | 'lots'>[],
  { from, to, at }: Route,
): ReadonlyMap<number, StockPart[]> {
  const moved = new Map<number, Map<number | null, number>>();
  for (const { product_id, quantity, lots } of items) {
    const own = moved.get(product_id) ?? new Map<number | null, number>();
    moved.set(product_id, own);
    for (const lot of lots ?? [{ lot_id: null, quantity }])
      own.set(lot.lot_id, sumOfQuantities([own.get(lot.lot_id) ?? 0, lot.quantity]));
  }
  return new Map(
    [...moved].map(([product, quantities]) => [
      product,
      [...quantities].flatMap(([lot, quantity]) => [
        { location: to, lot, quantity, at },
        { location: from, lot, quantity: -quantity, at },
      ]),
    ]),
  );
}
