import type { Write } from '~/kit/server/database/context';
import type { TransferWithItems } from '../transfers.fields';
import type { NewTransfer } from '../requests.schema';
import { addTransfer } from './transfers.actions';

/** Adds a transfer, and moves its goods where it is done at once. */
export function makeTransfer(write: Write, sent: NewTransfer): Promise<TransferWithItems> {
  return addTransfer(write, sent);
}
