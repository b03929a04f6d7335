import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';
import type { PastPart } from './movements.queries';

/** A posted line of a count that found what lay in a place, at or after a past moment. */
export interface PostedLine {
  product: number;
  location: number;
  lot: number | null;
  count_id: number;
  count_number: string;
  moment: string;
}

interface Counting {
  /** The first posted line of each place at or after the first of these moments in it. */
  findPosted: (trx: Transaction, parts: readonly PastPart[]) => Promise<PostedLine[]>;
  /** Notes that products become one: what their counts found is then that of neither. */
  noteMerge: (trx: Transaction, products: readonly number[]) => Promise<void>;
}

/** The stock counts, provided by the counts module. */
export const counting = extensionPoint<Counting>('stock.counting');
