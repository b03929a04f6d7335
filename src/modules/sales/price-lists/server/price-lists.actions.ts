import type { Context, Write } from '~/kit/server/database/context';
import { type Locked, lockRecord, refuseStale } from '~/kit/server/database/entity';
import { refuseNamesake, type UniqueText } from '~/kit/server/database/namesakes';
import { deleteRecord, insertWhole, updateWhole } from '~/kit/server/database/write';
import { AppError, enforce, invalid, refuseInvalid } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { companyToday, getSettings } from '~/modules/organization/company/server/settings.service';
import { may } from '~/modules/organization/users/rights.rules';
import {
  type DiscountLimit,
  type ListedPrice,
  type NewPriceList,
  type PriceList,
  priceFields,
  type PriceListPatch,
  type SentLimit,
  type SentPrice,
  type WholePriceList,
} from '../price-lists.fields';
import {
  canSetPrices,
  itemProblems,
  limitProblems,
  validityProblem,
  type ProductPrices,
  priceSteps,
} from '../price-lists.rules';
import {
  getPriceList,
  holdCustomer,
  holdProducts,
  holdRoles,
  priceLists,
  writeParts,
  readsCustomer,
  selectOwnPrices,
  selectPricing,
} from './price-lists.queries';
import { limitedRole } from './price-lists.service';
import { type Day, dayOf } from '~/kit/shared/time/days';

const own = ['name', 'customer_id', 'valid_from', 'valid_until', 'notes'] as const;

/** What decides, with the prices, for whom and when a list is the base of discounts. */
export const deciding = ['customer_id', 'valid_from', 'valid_until'] as const;

/** Makes a list; without a day it holds from today on. */
export async function createPriceList(
  context: Context,
  body: NewPriceList,
): Promise<WholePriceList> {
  return context.write(async (write) => {
    const valid_from = body.valid_from ?? (await companyToday(write));
    const sent = { ...body, valid_from };
    await checkValues(write, { valid_from, valid_until: sent.valid_until ?? null }, sent);
    const parts = await partsOf(write, sent, { items: [], discount_limits: [] });
    const values = { ...picked(sent, own), set_by_admin: isAdmin(context.person) };
    const { record } = await insertWhole(write, priceLists, values, writeParts(parts));
    return wholeOf(record, { items: [], discount_limits: [], ...parts });
  });
}

/** Changes fields; `items` and `discount_limits` are replaced whole where they are sent. */
export async function updatePriceList(
  context: Context,
  id: number,
  { updated_at: seen, ...sent }: PriceListPatch,
): Promise<WholePriceList> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, priceLists, id);
    const before = await getPriceList(trx, id);
    refuseStale(before, seen);
    await checkValues(write, validityAfter(row, sent), sent, row);
    const parts = await partsOf(write, sent, before);
    const isChange = Object.keys(parts).length > 0;
    const isSet = 'items' in parts || deciding.some((name) => isOther(sent[name], row[name]));
    if (isSet)
      enforce(canSetPrices(before.discount_limits, await limitedRole(trx, context.person)));
    const isApproved = isAdmin(context.person) && (isSet || sent.items !== undefined);
    const values = isSet || isApproved ? { set_by_admin: isApproved } : {};
    const { record } = await updateWhole(
      write,
      priceLists,
      { row, values: { ...picked(sent, own), ...values } },
      isChange
        ? {
            parts: writeParts(parts, id),
            before: picked(before, Object.keys(parts) as (keyof typeof parts)[]),
            after: parts,
          }
        : undefined,
    );
    return wholeOf(record, { ...before, ...parts });
  });
}

export async function deletePriceList(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, priceLists, id);
    const { discount_limits } = await getPriceList(trx, id);
    enforce(canSetPrices(discount_limits, await limitedRole(trx, context.person)));
    await deleteRecord(write, priceLists, { row });
    return { id };
  });
}

function isAdmin({ role }: Context['person']): boolean {
  return role === 'admin';
}

function isOther(sent: unknown, before: unknown): boolean {
  return sent !== undefined && sent !== before;
}

type Parts = Pick<WholePriceList, 'items' | 'discount_limits'>;

function wholeOf(record: Locked<PriceList>, { items, discount_limits }: Parts): WholePriceList {
  const product_count = new Set(items.map(({ product_id }) => product_id)).size;
  return { ...record, product_count, items, discount_limits };
}

type Values = Pick<PriceList, 'valid_from' | 'valid_until'>;

/** The days of a list after a change. */
export function validityAfter(
  row: Values,
  { valid_from, valid_until }: Pick<PriceListPatch, 'valid_from' | 'valid_until'>,
): Values {
  return {
    valid_from: valid_from ?? row.valid_from,
    valid_until: valid_until === undefined ? row.valid_until : valid_until,
  };
}

export const uniqueName: UniqueText = {
  table: 'price_lists',
  column: 'name',
  type: priceLists.type,
  code: 'price_list.name_taken',
  message: (name) => `There is already a price list named "${name}"`,
};

/** 400 for days in the wrong order and an unknown customer, 409 for a name that another list has. */
async function checkValues(
  write: Write,
  after: Values,
  { name, customer_id }: Pick<PriceListPatch, 'name' | 'customer_id'>,
  before?: PriceList,
): Promise<void> {
  const wrong = validityProblem(after);
  if (wrong !== null) throw invalid('valid_until', wrong);
  if (customer_id !== before?.customer_id) await checkCustomer(write, { customer_id });
  if (name !== undefined && name !== before?.name)
    await refuseNamesake(write.trx, uniqueName, name, before?.id);
}

/** 400 for a customer that there is not, or none that the person may read. */
export async function checkCustomer(
  { trx, context }: Write,
  { customer_id }: Pick<PriceListPatch, 'customer_id'>,
): Promise<void> {
  if (typeof customer_id !== 'number') return;
  if (!(await holdCustomer(trx, customer_id, context.person)))
    throw invalid('customer_id', 'Customer not found');
}

/** The prices and limits of a request as they are stored; without those that stay as they are. */
async function partsOf(
  write: Write,
  { items, discount_limits }: Pick<PriceListPatch, 'items' | 'discount_limits'>,
  before: Parts,
): Promise<Partial<Parts>> {
  const prices = items && (await pricesOf(write, items, before.items));
  const limits =
    discount_limits && (await limitsOf(write, discount_limits, before.discount_limits));
  return {
    ...(prices && !isSame(prices, before.items) ? { items: prices } : {}),
    ...(limits && !isSame(limits, before.discount_limits) ? { discount_limits: limits } : {}),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function pricesOf(
  { trx, context: { person } }: Write,
  sent: readonly SentPrice[],
  before: readonly ListedPrice[],
): Promise<ListedPrice[]> {
  const items = sent.map((each) => ({ ...each, from_quantity: each.from_quantity ?? 1 }));
  refuseInvalid(itemProblems(items));
  const ids = [...new Set(items.map(({ product_id }) => product_id))];
  const existing = new Map((await holdProducts(trx, ids)).map((product) => [product.id, product]));
  const isRead = may(person, 'products.read').ok;
  const listed = items.map(({ product_id, from_quantity, unit_price }, index) => {
    const product = existing.get(product_id);
    const isUnchanged = before.some((each) => each.product_id === product_id);
    if (!product || !(isRead || isUnchanged))
      throw invalid(`items.${index}.product_id`, `Item ${index + 1}: Product not found`);
    const { product_name, sku_code } = product;
    return { product_id, product_name, sku_code, from_quantity, unit_price };
  });
  const prices = new Set(before.map(({ unit_price }) => unit_price));
  await refuseFinePrices(
    trx,
    listed.flatMap(({ unit_price: price }, index) => {
      const label = `Item ${index + 1}: ${priceFields.unit_price.label}`;
      return prices.has(price) ? [] : [{ field: `items.${index}.unit_price`, label, price }];
    }),
  );
  return listed;
}

/** Who may change prices does not thereby decide how far people may go below them: 403 for all but administrators. */
async function limitsOf(
  { trx, context: { person } }: Write,
  sent: readonly SentLimit[],
  before: readonly DiscountLimit[],
): Promise<DiscountLimit[]> {
  refuseInvalid(limitProblems(sent));
  const roles = await holdRoles(
    trx,
    sent.map(({ role_id }) => role_id),
  );
  const limits = sent.map(({ role_id, percent }, index) => {
    const role = roles.find(({ id }) => id === role_id);
    if (!role) throw invalid(`discount_limits.${index}.role_id`, 'Role not found');
    return { role_id, role_name: role.name, percent };
  });
  if (person.role !== 'admin' && !isSame(limits, before)) {
    const message = 'Only an administrator changes discount limits';
    throw new AppError('price_list.limits_fixed', message);
  }
  return limits;
}

interface PriceQuery {
  customer_id?: number | undefined;
  date?: Day | undefined;
  product_id: readonly number[];
}

/** The prices of products for a customer on a day; of a customer whom the person may not read, those for all customers. */
export async function pricesFor(
  context: Context,
  { customer_id: customerId, date, product_id: productIds }: PriceQuery,
): Promise<ProductPrices[]> {
  const { db, person } = context;
  const isRead = customerId !== undefined && (await readsCustomer(db, customerId, person));
  const buying = {
    customer_id: isRead ? customerId : null,
    date: date ?? dayOf(context.now, (await getSettings(db)).time_zone),
  };
  const { customer_id, date: day } = buying;
  const lists = await selectPricing(db, { customer_id, days: [day], productIds });
  return (await selectOwnPrices(db, productIds)).map(({ id, unit_price }) => ({
    product_id: id,
    unit_price,
    steps: priceSteps(lists, { ...buying, product_id: id }),
  }));
}
