import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import type { CustomerDocument } from '../customer-documents.fields';
import { positionAt } from '../customer-documents.rules';
import { type DocumentsOf, listDocumentsOf } from './customer-documents.queries';

/** A page of the documents of a customer or a lead, newest first (docs/product/customers.md#documents). */
export async function documentsOf(
  context: Context,
  { of, id, before }: Pick<DocumentsOf, 'of' | 'id'> & { before: string | undefined },
): Promise<CustomerDocument[]> {
  const position = before === undefined ? null : positionAt(before);
  if (before !== undefined && !position)
    throw invalid('before', 'before must be the position of a document');
  await readRecordOf(context, of, id);
  return listDocumentsOf(context, { of, id, before: position });
}
