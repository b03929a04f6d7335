import { findByCode } from '~/kit/server/database/codes';
import type { Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { findRecord, getRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { alreadyTaken, AppError, invalid } from '~/kit/server/errors';
import type { Terms } from '../terms.fields';
import { type OrderedLine, termsAfterOrder } from '../terms.rules';
import type { Vendor } from '../vendors.fields';
import { holdNames, selectTerms, upsertTerms } from './terms.queries';
import { shareVendor, vendorCodes, vendors } from './vendors.queries';

export { vendorParty, vendors } from './vendors.queries';

/** The vendor with its bank details, for the server itself; 404 where there is none. */
export async function getVendor(db: Db, id: number): Promise<Vendor> {
  return getRecord(db, vendors, id);
}

/**
 * The vendor of a document, which stays as it is until the transaction ends. 400 where there is none, or none that the
 * person may read, and with `isNew` for an inactive one.
 */
export async function holdVendor(
  { trx, context: { person } }: Write,
  id: number,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<Vendor> {
  await shareVendor(trx, id);
  const vendor = await findRecord(trx, vendors, id, person);
  if (!vendor) throw invalid('vendor_id', 'Vendor not found');
  if (vendor.is_active || !isNew) return vendor;
  const { company_name: label } = vendor;
  const message = `The vendor ${label} is inactive. Choose an active one.`;
  const record = { type: 'vendor', id, label };
  throw new AppError('input.invalid', message, {
    details: [{ field: 'vendor_id', message, record }],
  });
}

/** What a vendor sells these products for. */
export async function listTerms(
  trx: Transaction,
  vendorId: number,
  productIds: readonly number[],
): Promise<Terms[]> {
  return selectTerms(trx, vendorId, productIds);
}

/** Makes terms of ordered lines that have none, and brings the price of the others up to date (docs/product/vendors.md#terms). */
export async function bringTerms(
  { trx }: Write,
  vendorId: number,
  lines: readonly OrderedLine[],
): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))];
  if (ids.length === 0) return;
  const before = await selectTerms(trx, vendorId, ids);
  const changed = termsAfterOrder(before, lines);
  if (changed.length > 0) await upsertTerms(trx, vendorId, changed, await holdNames(trx, ids));
}

/** 409 for a code of a vendor other than these. */
export async function refuseTakenCode(
  { trx, context: { person } }: Write,
  code: string,
  except: readonly number[] = [],
): Promise<void> {
  const holder = await findByCode(trx, vendorCodes, code);
  if (!holder || except.includes(holder.id)) return;
  const field = 'vendor_code';
  const isRead = await findRecord(trx, vendors, holder.id, person);
  throw alreadyTaken('vendor.code_taken', {
    field,
    message: isRead
      ? `The vendor code ${code} belongs to ${holder.label}`
      : `The vendor code ${code} is already in use`,
    ...(isRead ? { record: { type: 'vendor', ...holder } } : {}),
  });
}
