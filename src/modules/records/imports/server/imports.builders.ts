import { printRow } from '~/kit/shared/csv/csv';

export function csvOf(rows: readonly (readonly (string | number)[])[], separator = ','): string {
  return rows.map((row) => printRow(row.map(String), separator)).join('');
}

/** The bytes of an Excel export, which a browser would save as a file. */
export async function downloaded(
  { url, cookies }: { url: string; cookies: ReadonlyMap<string, string> },
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${url}/api${path}`, { headers: { cookie } });
  return new Uint8Array(await response.arrayBuffer());
}

export type FileContent = string | Uint8Array<ArrayBuffer>;

export function uploadOf(
  content: FileContent,
  { name = 'products.csv', field = 'csvFile' } = {},
): FormData {
  const form = new FormData();
  form.append(field, new File([content], name, { type: 'text/csv' }));
  return form;
}
