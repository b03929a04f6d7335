import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { withRevalued } from '~/modules/catalogue/products/stock/server/revalued.service';
import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { type Locked, lockRecord } from '~/kit/server/database/entity';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import { momentOfDay } from '~/modules/catalogue/products/stock/server/stock.service';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { newCountNumber } from '~/modules/organization/company/server/number-series.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { may } from '~/modules/organization/users/rights.rules';
import type { Count, CountPatch, Posting, WholeCount } from '../counts.fields';
import { countPrintDocument } from '../counts.print';
import { canChange, canCountIn, openProblem } from '../counts.rules';
import {
  counts,
  findCategory,
  findMoment,
  findOpen,
  getCount,
  holdOpening,
  listToCount,
} from './counts.queries';
import { postLines } from './posting.internal';

/** Opens a count, of today unless it says another day; one that is past counts for its last moment (docs/product/counts.md#fields). */
export async function createCount(context: Context, sent: CountPatch): Promise<WholeCount> {
  return context.write(async (write, trx) => {
    const { id } = await addCount(write, sent);
    return getCount(trx, id, context.person);
  });
}

export async function addCount(write: Write, sent: CountPatch): Promise<Locked<Count>> {
  const { trx, context } = write;
  const count_date = sent.count_date ?? (await companyToday(write));
  const moment = await momentOfDay(write, count_date, { isFirst: false, field: 'count_date' });
  const { id: location_id } = await requireLocation(trx, sent.location_id ?? null);
  const position = { location_id, category_id: sent.category_id ?? null };
  await checkPosition(write, position, null);
  return insertRecord(write, counts, {
    ...position,
    count_number: newCountNumber(count_date, await getSettings(trx)),
    count_date,
    moment,
    is_blind: sent.is_blind,
    ...createdBy(context),
  });
}

/** 400 for a category that there is not, 409 for a second open count of the same position. */
async function checkPosition(
  { trx }: Write,
  position: Pick<Count, 'location_id' | 'category_id'>,
  except: number | null,
): Promise<void> {
  const { category_id: category } = position;
  if (category !== null && !(await findCategory(trx, category)))
    throw invalid('category_id', 'Category not found');
  await holdOpening(trx, position.location_id);
  const open = await findOpen(trx, position, except);
  if (!open) return;
  const { id, count_number: label } = open;
  const message = openProblem(open);
  throw new AppError('count.open', message, {
    details: [{ message, record: { type: counts.type, id, label } }],
  });
}

/** Changes a draft; its location, category and day before anything is counted (docs/product/counts.md#changes). */
export async function updateCount(
  context: Context,
  id: number,
  { updated_at: seen, ...sent }: CountPatch & { updated_at?: string },
): Promise<WholeCount> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, counts, id, seen);
    enforce(canChange(row, sent));
    const { count_date } = sent;
    const position = {
      location_id: sent.location_id ?? row.location_id,
      category_id: sent.category_id === undefined ? row.category_id : sent.category_id,
    };
    if (position.location_id !== row.location_id) await requireLocation(trx, position.location_id);
    await checkPosition(write, position, id);
    const isOther = count_date !== undefined && count_date !== row.count_date;
    const how = { isFirst: false, field: 'count_date' };
    const moment = isOther ? { moment: await momentOfDay(write, count_date, how) } : {};
    await updateRecord(write, counts, { row, values: { ...sent, ...moment } });
    return getCount(trx, id, context.person);
  });
}

export async function deleteCount(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, counts, id);
    enforce(canCountIn(row));
    await deleteRecord(write, counts, { row });
    return { id };
  });
}

/** Posts a count: each difference becomes a movement at the moment of its line (docs/product/counts.md#posting). */
export async function postCount(
  context: Context,
  id: number,
  { updated_at: seen, ...posting }: Posting,
): Promise<WholeCount & Revalued> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, counts, id, seen);
    enforce(canCountIn(row));
    await post(write, row, posting);
    return withRevalued(write, await getCount(trx, id, context.person));
  });
}

export async function post(
  write: Write,
  row: Locked<Count>,
  posting: Pick<Posting, 'uncounted' | 'before_count'>,
): Promise<void> {
  await postLines(write, row, posting);
  await updateRecord(write, counts, { row, values: { status: 'posted' }, action: 'posted' });
}

/** The count sheet as a PDF file (docs/product/counts.md#count-sheet). */
export async function countSheet({ db, person }: Context, id: number) {
  const count = await getCount(db, id, person);
  const isDraft = count.status === 'draft';
  const isHidden = isDraft && (count.is_blind || !may(person, 'stock.update').ok);
  const moment = await findMoment(db, id);
  const lines = [...count.lines, ...(isDraft ? await listToCount(db, count, moment) : [])];
  const byProduct = lines.sort(
    (one, other) =>
      one.product_name.localeCompare(other.product_name) ||
      (one.lot_number ?? '').localeCompare(other.lot_number ?? ''),
  );
  const { company_name, legal_name } = await billingIdentity(db);
  const company = legal_name ?? company_name ?? '';
  const printed = countPrintDocument(count, byProduct, { company, isHidden });
  return {
    name: `${count.count_number.replaceAll(/[^\w.-]/g, '-')}.pdf`,
    type: 'application/pdf',
    content: await makePdf(printed),
  };
}
