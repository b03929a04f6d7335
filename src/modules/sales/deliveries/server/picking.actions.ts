import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import { nothingToPick, pickingPrintDocument } from '../picking.print';
import { listToPick } from './picking.queries';

/** The open quantities of the chosen orders as a PDF file (docs/product/deliveries.md#picking-list). */
export async function pickingList(
  { db, person, now }: Context,
  orders: readonly number[],
): Promise<PdfFile> {
  const [{ picked, leftOut }, settings, { company_name }] = await Promise.all([
    listToPick(db, { orders, person }),
    getSettings(db),
    billingIdentity(db),
  ]);
  if (picked.length === 0) throw invalid('order_ids', nothingToPick(leftOut));
  const today = dayOf(now, settings.time_zone);
  const company = company_name ?? 'Manufacturing CRM';
  return pdfOf(`picking-list-${today}`, pickingPrintDocument(picked, { company, today, leftOut }));
}
