import { findNamesake } from '~/kit/server/database/namesakes';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { holdTaxClass } from './tax-classes.queries';

/** 400 for an id of no tax class; one that is there stays until the transaction ends. */
export async function requireTaxClass(
  trx: Transaction,
  { tax_class_id: id }: { tax_class_id?: number | null | undefined },
): Promise<void> {
  if (!id || (await holdTaxClass(trx, id))) return;
  throw invalid('tax_class_id', 'Tax class not found');
}

/** The id of the class with this name, for sample data; null where it was renamed or deleted. */
export async function taxClassNamed(trx: Transaction, name: string): Promise<number | null> {
  return (await findNamesake(trx, { table: 'tax_classes', column: 'name' }, name))?.id ?? null;
}
