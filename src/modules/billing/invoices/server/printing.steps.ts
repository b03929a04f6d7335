import type { Db } from '~/kit/server/database/db';
import { faultOf } from '~/kit/server/database/faults';
import { AppError } from '~/kit/server/errors';
import { invoicePdf } from './tax-documents.service';
import { findUnprinted } from './tax-documents.queries';

const mostFailures = 200;

/**
 * Makes the missing files of issued invoices (docs/product/invoices.md#issued-documents), at most `most` in a run. It skips
 * invoices that cannot be printed, and throws their errors at its end.
 */
export async function printIssued(db: Db, signal?: AbortSignal, most = 20): Promise<void> {
  const failures: unknown[] = [];
  let printed = 0;
  let after = 0;
  while (printed < most && failures.length < mostFailures) {
    const id = await findUnprinted(db, after);
    if (id === null || signal?.aborted) break;
    after = id;
    try {
      await invoicePdf(db, id);
      printed += 1;
    } catch (error) {
      faultOf(error);
      // It was deleted since it was listed.
      const isGone = error instanceof AppError && error.code === 'record.not_found';
      if (!isGone) failures.push(new Error(`Invoice ${id}`, { cause: error }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some invoices could not be printed');
}
