import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import { may } from '~/modules/organization/users/rights.rules';
import { companyClock, companyToday } from '~/modules/organization/company/server/settings.service';
import { addPurchaseOrder } from '~/modules/buying/purchase-orders/server/purchase-orders.service';
import type {
  PlannedItem,
  PlannedOrders,
  PlannedProduct,
  PlannedResult,
  PlanningRow,
  Terms,
} from '../planning.fields';
import {
  boughtOf,
  inProductsUnit,
  missingOf,
  planningRow,
  withoutVendors,
} from '../planning.rules';
import { holdPlanned, listPlanned } from './planning.queries';

/** What stock comes to with what is reserved and on order, and what to buy (docs/product/planning.md). */
export async function readPlanning(context: Context): Promise<{ rows: PlanningRow[] }> {
  const { db, person } = context;
  const [products, { today }] = await Promise.all([listPlanned(db, person), companyClock(context)]);
  const rows = products.map((product) => planningRow(product, today));
  return { rows: may(person, 'vendors.read').ok ? rows : rows.map(withoutVendors) };
}

interface Bought {
  product: PlannedProduct;
  quantity: number;
  stock_quantity: number;
  vendor_id: number;
  unit: string;
  price: number;
  needed_by: Day | null;
}

/** Makes one draft a vendor of what is to be bought (docs/product/planning.md#orders); nothing for what drafts order already. */
export async function orderPlanned(
  context: Context,
  { items }: PlannedOrders,
): Promise<PlannedResult> {
  return context.write(async (write, trx) => {
    const today = await companyToday(write);
    await holdPlanned(trx, items?.map(({ product_id }) => product_id) ?? []);
    const chosen = items ?? (await allToBuy(trx, context, today));
    const ids = chosen.map(({ product_id }) => product_id);
    const found = await listPlanned(trx, context.person, ids);
    const products = new Map(found.map((product) => [product.product_id, product]));
    const left_out: PlannedResult['left_out'] = [];
    const bought: Bought[] = [];
    for (const item of chosen) {
      const result = boughtBy(products.get(item.product_id), item, today);
      if (typeof result !== 'string') bought.push(result);
      else left_out.push({ product_id: item.product_id, reason: result });
    }
    return { purchase_orders: await draftsOf(write, bought), left_out };
  });
}

async function allToBuy(
  db: Db,
  { person }: Context,
  today: Day,
): Promise<Pick<PlannedItem, 'product_id'>[]> {
  const rows = (await listPlanned(db, person)).map((product) => planningRow(product, today));
  return rows.filter(({ suggestion }) => suggestion.action === 'buy');
}

/** What to order of a product; a sentence where nothing can be. */
function boughtBy(
  product: PlannedProduct | undefined,
  item: PlannedItem,
  today: Day,
): Bought | string {
  if (!product) return 'Product not found, or it is inactive';
  const { suggestion } = planningRow(product, today);
  if (suggestion.action !== 'buy') return 'Nothing is to be bought of it';
  const terms = termsWith(product, item.vendor_id ?? suggestion.vendor_id);
  const vendor_id = item.vendor_id ?? terms?.vendor_id;
  if (!vendor_id) return 'No vendor sells it: add it to the products of a vendor';
  const own =
    item.vendor_id === undefined || item.vendor_id === suggestion.vendor_id
      ? suggestion
      : boughtOf(product, missingOf(product), terms);
  const quantity = item.quantity ?? own.quantity;
  const { unit_decimals: decimals, unit_of_measure } = product;
  return {
    product,
    quantity,
    stock_quantity: terms ? inProductsUnit(quantity, { factor: terms.factor, decimals }) : quantity,
    vendor_id,
    unit: terms?.unit ?? unit_of_measure,
    price: terms?.price ?? product.cost_price ?? 0,
    needed_by: suggestion.needed_by,
  };
}

function termsWith({ terms }: PlannedProduct, vendorId: number | null): Terms | null {
  return terms.find(({ vendor_id }) => vendor_id === vendorId) ?? null;
}

async function draftsOf(
  write: Write,
  bought: readonly Bought[],
): Promise<PlannedResult['purchase_orders']> {
  const vendors = [...new Set(bought.map(({ vendor_id }) => vendor_id))];
  const orders: PlannedResult['purchase_orders'] = [];
  for (const vendor_id of vendors) {
    const lines = bought.filter((each) => each.vendor_id === vendor_id);
    const items = lines.map(({ product, quantity, stock_quantity, unit, price, needed_by }) => ({
      product_id: product.product_id,
      quantity,
      unit,
      stock_quantity,
      unit_price: price,
      expected_date: needed_by,
    }));
    const order = await addPurchaseOrder(write, { vendor_id, items }, { status: 'draft' });
    const { id, purchase_number, vendor_name, item_count, total_amount } = order;
    orders.push({ id, purchase_number, vendor_id, vendor_name, item_count, total_amount });
  }
  return orders;
}
