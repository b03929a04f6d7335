import type { Db } from '~/kit/server/database/db';
import { notFound } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import {
  type ReadDocuments,
  separated,
} from '~/modules/sales/documents/findings/damaged-documents.rules';
import type {
  DocumentParty,
  TaxDocument,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { taxPrintDocument } from '~/modules/sales/documents/print/tax-documents.print';
import type { Paper } from '~/modules/sales/papers/server/printing.service';
import type { Invoice } from '../invoices.fields';
import { invoices } from './invoices.queries';
import {
  findHead,
  findPrintable,
  findTaxDocument,
  freezeDocuments,
  listBuyers,
  listIssuedIds,
  listTaxDocuments,
  type Printable,
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

/** All that an invoice's file says: of an issued one what was kept, of a draft what the records say now. 404. */
export async function getPrintable(db: Db, id: number): Promise<Printable> {
  const printable = await findPrintable(db, id);
  if (!printable) throw notFound(invoices.noun);
  return printable;
}

/** An invoice as a paper, whose content is read when it is printed. */
export function paperOf({
  id,
  invoice_number: number,
  status,
}: Pick<Invoice, 'id' | 'invoice_number' | 'status'>): Paper {
  return {
    kind: invoices.name,
    id,
    number,
    status,
    filedAs: 'invoice',
    print: async (db, extras) => {
      const { document, ...stored } = await frozenPrintable(db, id);
      return taxPrintDocument(document, { ...stored, ...extras });
    },
  };
}

/** 404. */
export async function invoicePaper(db: Db, id: number): Promise<Paper> {
  const head = await findHead(db, id);
  if (!head) throw notFound(invoices.noun);
  return paperOf(head);
}

/** Like `getPrintable`, where an invoice issued before documents were kept is kept from now on. */
export async function frozenPrintable(db: Db, id: number): Promise<Printable> {
  const printable = await getPrintable(db, id);
  if (printable.document.status === 'draft' || printable.isFrozen) return printable;
  // Issued before documents were kept: from its first print on.
  await freezeDocuments(db, [id]);
  return getPrintable(db, id);
}
