import { sql } from 'kysely';
import { type FoundRecords, listHeld, registerDependents } from '~/kit/server/database/dependents';
import type { Write } from '~/kit/server/database/context';
import type { Images } from '~/kit/server/database/images';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  type Operation,
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { may } from '~/modules/organization/users/rights.rules';
import { openLedger, partStock } from '../../stock/server/merged-stock.queries';
import { describeMove, takeGivenValues } from '../../stock/server/movements.queries';
import { noteOf } from '../../stock/server/stock.service';
import { provideLots } from '../../lots/server/extensions.queries';
import { lotAt } from '../../lots/server/lots.service';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { productImports } from '../../imports/server/product-imports.internal';
import type { Product } from '../products.fields';
import { canChangeUnit, type QuantityName, quantityProblems } from '../products.rules';
import { noUnit } from '~/modules/catalogue/tax/units.rules';
import { productBulk } from './bulk.internal';
import { countedInUnits, heldUnits } from '~/modules/catalogue/tax/server/units.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { findBySku, productLinks, productNames, products } from './products.queries';
import { registerDuplicates } from '~/modules/records/duplicates/server/duplicates.service';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { firstLocation } from '../../locations/locations.fields';
import {
  registerSearch,
  type SearchSource,
} from '~/modules/records/records/server/search-sources.service';

const productSearch: SearchSource = {
  type: 'product',
  kind: 'products',
  from: sql`products`,
  label: sql`t.product_name`,
  detail: sql`t.sku_code`,
  text: productNames,
  isWhole: (whole) =>
    sql`(name_sound(t.product_name) = name_sound(${whole}) or lower(t.sku_code) = ${whole})`,
};

type Counted = Pick<Product, 'id' | 'product_name' | 'unit_of_measure' | QuantityName> & {
  /** The unit that it has now; null where it is deleted. */
  unit: string | null;
};

export function provideProducts(): void {
  registerSearch(productSearch);
  provideStockUses();
  registerDuplicates('products', {
    table: sql`products`,
    label: sql`t.product_name`,
    detail: sql`concat_ws(' · ', t.sku_code, t.barcode)`,
    values: { code: sql`t.barcode`, name: sql`t.product_name` },
    readableBy: () => sql`true`,
  });
  registerRecords('products', { entity: products, links: productLinks });
  provideUses();
  countedInUnits.provide({
    findFiner: async ({ trx }, { code }, decimals) => {
      const result = await sql<FoundRecords>`
        with found as (select 'product' as type, id, product_name as label from products
          where unit_of_measure = ${code} and ${decimals} < greatest(scale(stock_quantity),
            scale(reserved_quantity), scale(reorder_level), scale(min_order_quantity)))
        select (select coalesce(json_agg(f), '[]') from (select * from found order by id desc limit 10) f) as shown,
          0 as hidden`.execute(trx);
      return result.rows[0] ?? { shown: [], hidden: 0 };
    },
  });
  registerUndo({
    table: 'products',
    noun: 'Product',
    label: sql`t.product_name`,
    prepare: describeOperation,
    broken: countedWrong,
    parted: partStock,
    clash: async ({ trx, context }, image) => {
      const sku = String(image['sku_code']);
      const holder = await findBySku(trx, sku);
      if (!holder) return null;
      if (!may(context.person, 'products.read').ok) return `The SKU ${sku} is in use`;
      return `The SKU ${sku} is taken by "${holder.product_name}"`;
    },
  });
  provideLots();
  provideLedger();
  registerBulk(productBulk);
  registerImports(productImports);
}

/** The movements, which go with their product, and to the one that it is merged into. */
function provideLedger(): void {
  registerPart({
    of: 'products',
    table: 'stock_movements',
    owner: sql`t.product_id`,
    label: sql`'Stock movement'`,
    noun: null,
  });
  registerUndo({
    table: 'stock_movements',
    noun: 'Stock movement',
    label: sql`'Stock movement'`,
    prepare: async (write, operation) => {
      if (operation === 'change' || operation === 'undo') await openLedger(write);
    },
  });
  registerMove({
    of: 'products',
    table: 'stock_movements',
    column: 'product_id',
    beside: (to) => sql`jsonb_build_object('lot_id', ${lotAt(sql`t.lot_id`, to)})`,
  });
}

function provideStockUses(): void {
  registerStockUse(
    'locations',
    sql`exists (select from locations where id <> ${sql.lit(firstLocation)})`,
  );
}

/** Which products use a unit or a tax class. */
function provideUses(): void {
  registerDependents({
    table: 'products',
    type: 'product',
    label: sql`t.product_name`,
    join: sql``,
    readableBy: () => sql`true`,
    of: {
      units: (id) => sql`t.unit_of_measure = (select code from units where id = ${id})`,
      tax_classes: (id) => sql`t.tax_class_id = ${id}`,
    },
  });
}

/** Images whose unit is gone, or is too coarse for their quantities. */
async function countedWrong({ trx }: Write, images: Images): Promise<Map<number, string>> {
  const units = new Map((await heldUnits(trx)).map((unit) => [unit.code, unit]));
  const found =
    await sql<Counted>`select i.id, p.product_name, t.unit_of_measure as unit, p.unit_of_measure, p.stock_quantity, p.reserved_quantity,
      p.reorder_level, p.min_order_quantity
    from (${images}) i left join products t on t.id = i.id
    cross join lateral jsonb_populate_record(t, i.image) p`.execute(trx);
  const broken = new Map<number, string>();
  const heldIds = await listHeld(trx, products.name, 'unit_of_measure');
  for (const { id, product_name, unit: before, ...image } of found.rows) {
    const { unit_of_measure: code, ...quantities } = image;
    const unit = units.get(code);
    const present = { product_name, unit_of_measure: before ?? code };
    const verdict = canChangeUnit(present, code, heldIds.has(id));
    const countable = unit ? quantityProblems(quantities, unit)[0]?.message : noUnit(code);
    const problem = verdict.ok ? countable : verdict.message;
    if (problem !== undefined) broken.set(id, problem);
  }
  return broken;
}

/** A product that comes back brings its ledger along; any other change of stock is recorded there. */
async function describeOperation(write: Write, operation: Operation): Promise<void> {
  const { trx } = write;
  const copies = operation === 'insert' ? 'yes' : '';
  await sql`select set_config('stock.restoring', ${copies}, true)`.execute(trx);
  const isUndo = operation === 'undo';
  const note = noteOf(write, { type: 'edit', reason: isUndo ? 'Undo' : 'Bulk change' });
  const undone_at = write.context.now.toISOString();
  await describeMove(trx, isUndo ? { ...note, undone_at } : note);
  if (isUndo) await takeGivenValues(trx);
}
