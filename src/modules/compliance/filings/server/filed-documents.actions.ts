import type { Context, Write } from '~/kit/server/database/context';
import { noteKinds, type NoteKind } from '~/modules/billing/credit-notes/credit-notes.fields';
import {
  openFiledNote,
  readFiledNote,
} from '~/modules/billing/credit-notes/server/issued-notes.service';
import type {
  TaxDocument,
  TaxDocumentKind,
} from '~/modules/sales/documents/print/tax-documents.fields';
import type { FiledDocument } from '~/modules/sales/papers/server/filed.service';
import { requireInvoice } from '~/modules/billing/invoices/server/invoices.service';
import { openInvoice } from '~/modules/billing/invoices/server/issuing.service';
import { getTaxDocument } from '~/modules/billing/invoices/server/tax-documents.service';

/** A document that portals take, with its customer. */
export interface Filed {
  document: TaxDocument;
  customer_id: number;
}

/** The paths of the documents of a kind in the API and the app. */
export const filedPaths = {
  invoice: '/invoices',
  credit_note: noteKinds.credit.path,
  debit_note: noteKinds.debit.path,
} as const satisfies Record<TaxDocumentKind, string>;

function noteKindOf(kind: Exclude<TaxDocumentKind, 'invoice'>): NoteKind {
  return kind === 'credit_note' ? 'credit' : 'debit';
}

/** 404 for a document that the person may not read. */
export async function readFiled(
  context: Pick<Context, 'db' | 'person'>,
  { kind, id }: FiledDocument,
): Promise<Filed> {
  if (kind !== 'invoice') return readFiledNote(context, noteKindOf(kind), id);
  const { customer_id } = await requireInvoice(context, id);
  return { customer_id, document: await getTaxDocument(context.db, id) };
}

/** A document, locked until the transaction ends: 404, 403 for viewers of its workspace. */
export async function openFiled(write: Write, { kind, id }: FiledDocument): Promise<Filed> {
  if (kind !== 'invoice') return openFiledNote(write, noteKindOf(kind), id);
  const { customer_id } = await openInvoice(write, id);
  return { customer_id, document: await getTaxDocument(write.trx, id) };
}
