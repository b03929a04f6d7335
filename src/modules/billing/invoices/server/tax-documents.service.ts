import type { Db } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { Day } from '~/kit/shared/time/days';
import { copyMark, type FurtherCopy } from '~/modules/sales/documents/copies.rules';
import { type ReadDocuments, separated } from '~/modules/sales/documents/damaged-documents.rules';
import type { DocumentParty, TaxDocument } from '~/modules/sales/documents/tax-documents.fields';
import type { Registration } from '~/modules/sales/documents/print-extras.fields';
import { taxPrintDocument } from '~/modules/sales/documents/tax-documents.print';
import { filed } from './filed.service';
import { invoices } from './invoices.queries';
import {
  findFile,
  findPrintable,
  findTaxDocument,
  freezeDocument,
  keepFile,
  listBuyers,
  listIssuedIds,
  listTaxDocuments,
  type Printable,
  type StoredFile,
} from './tax-documents.queries';

/**
 * An invoice as everything that leaves the house reads it: an issued one as it was when it was issued, with its status
 * of now; a draft by what the records say now (docs/product/invoices.md#issued-documents). 404.
 */
export async function getTaxDocument(db: Db, id: number): Promise<TaxDocument> {
  const document = await findTaxDocument(db, id);
  if (!document) throw notFound(invoices.noun);
  return document;
}

// So many are read in one turn of the event loop.
const slice = 100;

/**
 * The invoices that were issued from one day to another, cancelled ones too, as `getTaxDocument` gives them, damaged ones
 * apart: slice by slice, so that a month of many is never held as a whole (docs/product/returns.md#tables).
 */
export async function* issuedTaxDocuments(
  db: Db,
  days: { from: Day; to: Day },
): AsyncGenerator<ReadDocuments> {
  const ids = await listIssuedIds(db, days);
  for (let at = 0; at < ids.length; at += slice)
    yield separated(await listTaxDocuments(db, ids.slice(at, at + slice)));
}

/** Invoices as `getTaxDocument` gives them, in the order of the ids; those that are not there are left out. */
export async function taxDocumentsOf(db: Db, ids: readonly number[]): Promise<TaxDocument[]> {
  return listTaxDocuments(db, ids);
}

/** The buyers of invoices by the invoices' ids, as their documents name them. */
export async function buyersOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, DocumentParty>> {
  return listBuyers(db, ids);
}

export interface PdfFile {
  name: string;
  content: Buffer;
}

export function printedOf(
  { document, ...extras }: Printable,
  irn: Registration | null,
): PrintDocument {
  return taxPrintDocument(document, { ...extras, irn });
}

/** All that an invoice's file says: of an issued one what was kept, of a draft what the records say now. 404. */
export async function getPrintable(db: Db, id: number): Promise<Printable> {
  const printable = await findPrintable(db, id);
  if (!printable) throw notFound(invoices.noun);
  return printable;
}

/**
 * A further copy of an issued invoice by GST, marked as such, else as the kept file is; `invoicePdf` of any other
 * (docs/product/tax.md#printed-documents).
 */
export async function invoiceCopy(db: Db, id: number, copy: FurtherCopy): Promise<PdfFile> {
  const { printable } = await frozenPrintable(db, id);
  const { document } = printable;
  const printed = printedOf(printable, await registrationOf(db, id, document.status));
  if (printed.copy === undefined) return invoicePdf(db, id);
  const content = await makePdf({ ...printed, copy: copyMark(document, copy) });
  return { name: fileName(`${document.number}-${copy}`), content };
}

/**
 * An invoice as a PDF file, made outside of any transaction: it may have to wait for its turn. Of an issued one it is
 * made once and then the same for everybody; a cancelled one says so, and one with an IRN bears that
 * (docs/product/invoices.md#issued-documents).
 */
export async function invoicePdf(db: Db, id: number): Promise<PdfFile> {
  const file = await findFile(db, id);
  if (!file) throw notFound(invoices.noun);
  const kept = await keptPdf(db, id, file);
  const irn = await registrationOf(db, id, file.status);
  if (irn === null) return kept;
  const printable = await getPrintable(db, id);
  return { ...kept, content: await makePdf(printedOf(printable, irn)) };
}

/** The IRN that the file of an invoice bears; a cancelled one bears none. */
async function registrationOf(db: Db, id: number, status: string): Promise<Registration | null> {
  if (status === 'cancelled') return null;
  return filed.get().findRegistration(db, { kind: 'invoice', id });
}

async function keptPdf(db: Db, id: number, file: StoredFile): Promise<PdfFile> {
  if (file.pdf && file.status !== 'cancelled') {
    return { name: fileName(file.invoice_number), content: file.pdf };
  }
  const { printable, isKept } = await frozenPrintable(db, id);
  const made = await makePdf(printedOf(printable, null));
  return {
    name: fileName(printable.document.number),
    content: isKept ? await keepFile(db, id, made) : made,
  };
}

export function fileName(invoiceNumber: string): string {
  return `${invoiceNumber.replaceAll(/[^\w.-]/g, '-')}.pdf`;
}

/** Like `getPrintable`, where an invoice issued before documents were kept is kept from now on. */
export async function frozenPrintable(
  db: Db,
  id: number,
): Promise<{ printable: Printable; isKept: boolean }> {
  const printable = await getPrintable(db, id);
  const { status } = printable.document;
  const isKept = status !== 'draft' && status !== 'cancelled';
  if (status === 'draft' || printable.isFrozen) return { printable, isKept };
  // Issued before documents were kept: from its first print on.
  await freezeDocument(db, id);
  return { printable: await getPrintable(db, id), isKept };
}
