import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { invoicePdf } from './tax-documents.service';
import { listUnprinted } from './tax-documents.queries';

const mostAtOnce = 20;

/** Makes the files of issued invoices that nobody has asked for yet (docs/product/invoices.md#issued-documents). */
export async function printIssued(db: Db, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listUnprinted(db, mostAtOnce)) {
    if (signal?.aborted) break;
    await invoicePdf(db, id).catch((error: unknown) => {
      // It was deleted since it was listed.
      if (!(error instanceof AppError && error.code === 'record.not_found')) failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some invoices could not be printed');
}
