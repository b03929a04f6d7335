import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import type { FileResponse } from '~/kit/server/http/file-route';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { lotLabels } from '../labels.print';
import { mostLabels } from '../lots.fields';
import { findLabelled } from './lots.queries';

/** Labels of lots as a PDF file (docs/product/lots.md#labels); 400 for too many, and for lots that do not exist. */
export async function labelsPdf(
  context: Context,
  { ids, copies }: { ids: readonly number[]; copies: number },
): Promise<FileResponse> {
  if (ids.length * copies > mostLabels)
    throw invalid('ids', `There can be at most ${mostLabels} labels`);
  const found = await findLabelled(context.db, ids);
  if (found.length < ids.length) throw invalid('ids', 'Some of these lots do not exist');
  const today = await companyDay(context);
  const content = await makePdf(lotLabels(found, { copies, today }));
  return { name: `labels-${today}.pdf`, type: 'application/pdf', content };
}
