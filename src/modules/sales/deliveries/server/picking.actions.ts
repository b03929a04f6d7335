import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import { dayOf } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { PdfFile } from '~/modules/sales/papers/server/printing.service';
import { pickingPrintDocument } from '../picking.print';
import { listToPick } from './picking.queries';

/** The open quantities of the chosen orders as a PDF file (docs/product/deliveries.md#picking-list). */
export async function pickingList(
  { db, person, now }: Context,
  orders: readonly number[],
): Promise<PdfFile> {
  const [picked, settings, { company_name }] = await Promise.all([
    listToPick(db, { orders, person }),
    getSettings(db),
    billingIdentity(db),
  ]);
  if (picked.length === 0) throw invalid('order_ids', 'Nothing is open on these orders');
  const today = dayOf(now, settings.time_zone);
  const company = company_name ?? 'Manufacturing CRM';
  const content = await makePdf(pickingPrintDocument(picked, { company, today }));
  return { name: `picking-list-${today}.pdf`, content };
}
