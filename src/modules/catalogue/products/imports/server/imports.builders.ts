import type { Caller } from '~/kit/server/testing/test-calls';
import { printRow } from '~/kit/shared/csv/csv';
import type { ImportAnswer } from '../imports.fields';
import type { Product } from '../../catalogue/products.fields';

export function csvOf(rows: readonly (readonly (string | number)[])[], separator = ','): string {
  return rows.map((row) => printRow(row.map(String), separator)).join('');
}

/** A file with that many new products; SKUs begin with `prefix`. */
export function manyProducts(count: number, prefix = 'BULK'): string {
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `Hex bolt M${n % 40} grade ${n},${prefix}-${n},Raw Materials,${n % 900}.50,1.25,${n % 50},10,each\n`,
  );
  return `product_name,sku_code,category,unit_price,cost_price,stock_quantity,reorder_level,unit_of_measure\n${lines.join('')}`;
}

/** The bytes of an Excel export, which a browser would save as a file. */
export async function downloaded(
  { url, cookies }: { url: string; cookies: ReadonlyMap<string, string> },
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${url}/api${path}`, { headers: { cookie } });
  return new Uint8Array(await answer.arrayBuffer());
}

type FileContent = string | Uint8Array<ArrayBuffer>;

export function uploadOf(
  content: FileContent,
  { name = 'products.csv', field = 'csvFile' } = {},
): FormData {
  const form = new FormData();
  form.append(field, new File([content], name, { type: 'text/csv' }));
  return form;
}

/** Imports a file and returns the answer; throws where it was refused. */
export async function importProducts(
  caller: Caller,
  content: FileContent,
  query = '',
): Promise<ImportAnswer> {
  const path = `/products/import${query}`;
  const { status, body } = await caller.upload<ImportAnswer>(path, uploadOf(content));
  if (status !== 200) throw new Error(`The import was refused: ${body.error}`);
  return body.data;
}

export async function findBySku(caller: Caller, sku: string): Promise<Product | undefined> {
  const { data } = (await caller.get<Product[]>('/products')).body;
  return data.find((each) => each.sku_code.toLowerCase() === sku.toLowerCase());
}
