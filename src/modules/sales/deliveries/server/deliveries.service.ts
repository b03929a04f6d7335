import type { Context, Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { findRecord, readRecord } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import type { Challan } from '../challans.fields';
import { challanPrintDocument } from '../challans.print';
import type { Delivery } from '../deliveries.fields';
import { keepChallan, readChallanOf } from './challans.internal';
import { deliveries } from './deliveries.queries';

export { addDelivery, moveDelivery } from './deliveries.actions';

/** Null where there is none, or none that `person` may read. */
export async function findDelivery(db: Db, id: number, person?: Person): Promise<Delivery | null> {
  return findRecord(db, deliveries, id, person);
}

type Reader = Pick<Context, 'db' | 'person'>;

/** A delivery with all that its challan says; 404 also for one that the person may not read. */
export async function readChallan(
  { db, person }: Reader,
  id: number,
): Promise<{ delivery: Delivery; challan: Challan }> {
  const delivery = await readRecord({ db, person }, deliveries, id);
  // Of a time before challans were kept: from its first print on.
  if (delivery.status !== 'draft') await keepChallan(db, id);
  const challan = await readChallanOf(db, id);
  if (!challan) throw notFound(deliveries.noun);
  return { delivery, challan };
}

/** The delivery challan as a PDF file with its three copies (docs/product/deliveries.md#challan). */
export async function challanPdf(reader: Reader, id: number): Promise<PdfFile> {
  const { delivery, challan } = await readChallan(reader, id);
  return pdfOf(delivery.delivery_number, challanPrintDocument(challan));
}
