import { printRow } from '~/kit/shared/csv';

/** A CSV file of these cells, header first. */
export function csvOf(rows: readonly (readonly (string | number)[])[], separator = ','): string {
  return rows.map((row) => printRow(row.map(String), separator)).join('');
}

/** A file with as many new products, cheap to make; SKUs begin with `prefix`. */
export function manyProducts(count: number, prefix = 'BULK'): string {
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `Hex bolt M${n % 40} grade ${n},${prefix}-${n},Raw Materials,${n % 900}.50,1.25,${n % 50},10,each\n`,
  );
  return `product_name,sku_code,category,unit_price,cost_price,stock_quantity,reorder_level,unit_of_measure\n${lines.join('')}`;
}

/** The body of an upload: the file under `field`. */
export function uploadOf(
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'products.csv', field = 'csvFile' } = {},
): FormData {
  const form = new FormData();
  form.append(field, new File([content], name, { type: 'text/csv' }));
  return form;
}
