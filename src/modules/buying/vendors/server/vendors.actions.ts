import { lockCodes, nextCode } from '~/kit/server/database/codes';
import { logLine } from '~/kit/server/database/activity-log';
import { type Context, userOf, type Write } from '~/kit/server/database/context';
import { countDependentsOfMany, listDependents } from '~/kit/server/database/dependents';
import { type Locked, openRecord } from '~/kit/server/database/entity';
import type { Images } from '~/kit/server/database/images';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { deleteRecord, insertRecord, updateRecord, updateWhole } from '~/kit/server/database/write';
import { enforce, invalid, refuseInvalid } from '~/kit/server/errors';
import { announceUse } from '~/modules/organization/company/server/stock-uses.service';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { may } from '~/modules/organization/users/rights.rules';
import { type SentTerms, termFields, type Terms } from '../terms.fields';
import { termProblems } from '../terms.rules';
import { bankFields, type NewVendor, type Vendor, type VendorPatch } from '../vendors.fields';
import { canDelete, unknownVendor, vendorAfter } from '../vendors.rules';
import { clearPreferred, holdProducts, selectTerms, writeTerms } from './terms.queries';
import { listAdmins, listBankChanges, readsBank, vendorCodes, vendors } from './vendors.queries';
import { refuseTakenCode } from './vendors.service';

/** Creates a vendor and assigns a code unless one is given (docs/product/vendors.md#code). */
export async function createVendor(context: Context, values: NewVendor): Promise<Vendor> {
  return context.write(async (write) => shownTo(context, await addVendor(write, values)));
}

/** The same in the transaction of the caller. */
export async function addVendor(write: Write, values: NewVendor): Promise<Locked<Vendor>> {
  const { trx } = write;
  await lockCodes(trx, vendorCodes);
  if (values.vendor_code) await refuseTakenCode(write, values.vendor_code);
  const vendor_code = values.vendor_code ?? nextCode(vendorCodes);
  const created_by = userOf(write.context.person);
  const followed = await checked(trx, unknownVendor, values);
  return insertRecord(write, vendors, { ...values, ...followed, vendor_code, created_by });
}

export async function updateVendor(
  context: Context,
  id: number,
  patch: VendorPatch & { updated_at?: string },
): Promise<Vendor> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const row = await openRecord(write, vendors, id, seen);
    const code = values.vendor_code;
    if (code !== undefined && code !== row.vendor_code) {
      await lockCodes(trx, vendorCodes);
      await refuseTakenCode(write, code, [id]);
    }
    const followed = await checked(trx, row, values);
    const vendor = await updateRecord(write, vendors, { row, values: { ...values, ...followed } });
    await noteBankChange(write, row, values);
    return vendor;
  });
}

/** Locks before it counts: a concurrent document waits, and then finds the vendor gone. */
export async function deleteVendor(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const vendor = await openRecord(write, vendors, id);
    const dependents = (await countDependentsOfMany(trx, vendors.name, [id])).get(id);
    const verdict = canDelete(vendor, dependents);
    const isInUse = !vendor.is_active && dependents !== undefined;
    if (!verdict.ok) {
      const of = { table: vendors.name, id };
      enforce(verdict, isInUse ? await listDependents(write, of, 'Belongs to it:') : undefined);
    }
    announceUse(trx);
    await deleteRecord(write, vendors, { row: vendor });
    return { id };
  });
}

/** The vendor as the person reads it. */
function shownTo({ person }: Pick<Context, 'person'>, vendor: Vendor): Vendor {
  return readsBank(person) ? vendor : { ...vendor, bank_account: null, bank_ifsc: null };
}

type Party = Parameters<typeof vendorAfter>;

/** What follows from the values sent; 400 for what contradicts itself. */
async function checked(trx: Transaction, before: Party[0], sent: Party[1]) {
  const { values, problem } = vendorAfter(before, sent, await getSettings(trx));
  if (problem) throw invalid(problem.field, problem.message);
  return values;
}

/** Notifies administrators of bank details that are now others (docs/product/vendors.md#bank-details). */
export async function noteBankChange(
  write: Write,
  row: Pick<Vendor, 'id' | 'company_name' | (typeof bankFields)[number]>,
  values: Pick<VendorPatch, (typeof bankFields)[number]>,
): Promise<void> {
  if (bankFields.every((name) => values[name] === undefined || values[name] === row[name])) return;
  await logBankChange(write, row);
}

/** The same of bank details that an undo changes. */
export async function noteBankUndo(
  write: Write,
  operation: string,
  images?: Images,
): Promise<void> {
  if (operation !== 'undo' || !images) return;
  for (const vendor of await listBankChanges(write.trx, images)) await logBankChange(write, vendor);
}

async function logBankChange(
  write: Write,
  { id, company_name: label }: Pick<Vendor, 'id' | 'company_name'>,
): Promise<void> {
  logLine(write, {
    type: vendors.type,
    entity: vendors.name,
    id,
    label,
    action: 'bank details changed',
    title: 'Bank Details Changed',
    message: `${label}: the bank details were changed. Check them before you pay.`,
    before: null,
    after: { mentions: await listAdmins(write.trx) },
  });
}

/** Replaces the whole list of what a vendor sells; a preferred product is preferred of no other vendor. */
export async function setTerms(
  context: Context,
  id: number,
  {
    items: sent,
    updated_at: seen,
  }: { items: readonly SentTerms[]; updated_at?: string | undefined },
): Promise<Terms[]> {
  return context.write(async (write, trx) => {
    const row = await openRecord(write, vendors, id, seen);
    const before = await selectTerms(trx, id);
    const items = await termsOf(write, sent, before);
    if (JSON.stringify(items) === JSON.stringify(before)) return before;
    await writeVendorTerms(write, row, items, before);
    announceUse(trx);
    return selectTerms(trx, id);
  });
}

/** Writes the terms of a vendor that the caller has locked, and takes the preference from the other vendors. */
export async function writeVendorTerms(
  write: Write,
  row: Locked<Vendor>,
  items: readonly Terms[],
  before: readonly Terms[] = [],
): Promise<void> {
  const { trx } = write;
  const preferred = items.flatMap((each) => (each.is_preferred ? [each.product_id] : []));
  await lockName(trx, 'vendor_products.is_preferred');
  await clearPreferred(trx, row.id, preferred);
  await updateWhole(
    write,
    vendors,
    { row, values: {} },
    { parts: writeTerms(row.id, items), before: { items: before }, after: { items } },
  );
}

async function termsOf(
  { trx, context: { person } }: Write,
  sent: readonly SentTerms[],
  before: readonly Terms[],
): Promise<Terms[]> {
  const ids = sent.map(({ product_id }) => product_id);
  const products = await holdProducts(trx, [...new Set(ids)]);
  const isRead = may(person, 'products.read').ok;
  const items = sent.map((each, index): Terms => {
    const product = products.get(each.product_id);
    const was = before.find(({ product_id }) => product_id === each.product_id);
    if (!product || !(isRead || was))
      throw invalid(`items.${index}.product_id`, `Item ${index + 1}: Product not found`);
    return {
      product_id: product.id,
      product_name: product.product_name,
      sku_code: product.sku_code,
      product_unit: product.unit_of_measure,
      vendor_sku: each.vendor_sku ?? null,
      unit: each.unit ?? product.unit_of_measure,
      factor: each.factor ?? 1,
      price: each.price ?? null,
      min_quantity: each.min_quantity ?? null,
      multiple: each.multiple ?? null,
      lead_days: each.lead_days ?? null,
      is_preferred: each.is_preferred ?? false,
    };
  });
  refuseInvalid(termProblems(items));
  const stored = new Set(before.map(({ price }) => price));
  await refuseFinePrices(
    trx,
    items.flatMap(({ price }, index) => {
      const label = `Item ${index + 1}: ${termFields.price.label}`;
      return stored.has(price) ? [] : [{ field: `items.${index}.price`, label, price }];
    }),
  );
  return items;
}
