import type { Caller } from '~/kit/server/testing/test-calls';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { type FileContent, uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Product } from '../../catalogue/products.fields';

/** A file with that many new products; SKUs begin with `prefix`. */
export function manyProducts(count: number, prefix = 'BULK'): string {
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `Hex bolt M${n % 40} grade ${n},${prefix}-${n},Raw Materials,${n % 900}.50,1.25,${n % 50},10,each\n`,
  );
  return `product_name,sku_code,category,unit_price,cost_price,stock_quantity,reorder_level,unit_of_measure\n${lines.join('')}`;
}

/** Imports a file and returns the answer; throws where it was refused. */
export async function importProducts(
  caller: Caller,
  content: FileContent,
  query = '',
): Promise<ImportResponse> {
  const path = `/products/import${query}`;
  const { status, body } = await caller.upload<ImportResponse>(path, uploadOf(content));
  if (status !== 200) throw new Error(`The import was refused: ${body.error}`);
  return body.data;
}

export async function findBySku(caller: Caller, sku: string): Promise<Product | undefined> {
  const { data } = (await caller.get<Product[]>('/products')).body;
  return data.find((each) => each.sku_code.toLowerCase() === sku.toLowerCase());
}
