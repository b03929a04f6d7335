import type { Context } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import { may } from '~/modules/organization/users/rights.rules';
import { available } from '../../catalogue/products.rules';
import { products } from '../../catalogue/server/products.queries';
import type { ProductStock, Scanned } from '../levels.fields';
import { findCarriers, listLevels, mostScanned } from './positions.queries';
import { findDocuments } from './scanning.queries';
import { scannedDocuments } from './scanning.service';

/** What a product has in stock, and in which locations and lots (docs/product/stock.md#places). */
export async function stockOf({ db }: Pick<Context, 'db'>, id: number): Promise<ProductStock> {
  const [product, levels] = await Promise.all([getRecord(db, products, id), listLevels(db, [id])]);
  const { stock_quantity, held_quantity, reserved_quantity, average_cost, stock_value } = product;
  return {
    stock_quantity,
    held_quantity,
    reserved_quantity,
    available: available(product),
    average_cost,
    stock_value,
    levels: levels.map(
      ({ location_id, location_name, lot_id, lot_number, expires_on, quantity }) => ({
        location_id,
        location_name,
        lot_id,
        lot_number,
        expires_on,
        quantity,
      }),
    ),
  };
}

/** What carries exactly a code, without regard to case, of what the person may read (docs/product/stock.md#scanning). */
export async function scan({ db, person }: Context, code: string): Promise<Scanned[]> {
  const own = await findCarriers(db, code, {
    products: may(person, 'products.read').ok,
    lots: may(person, 'stock.read').ok,
  });
  return [
    ...own,
    ...(await findDocuments({ db, person }, { code, documents: scannedDocuments() })),
  ].slice(0, mostScanned);
}
