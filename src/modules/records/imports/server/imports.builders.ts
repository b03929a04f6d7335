import { printRow } from '~/kit/shared/csv/csv';
import { zipFile } from '~/kit/shared/sheets/zip-writer';

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

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

/** A workbook with a chart in front, instructions and the data. */
export function severalSheets(): Promise<Uint8Array<ArrayBuffer>> {
  const rows = (...all: string[][]) =>
    `<sheetData>${all
      .map((cells) => `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`)
      .join('')}</sheetData>`;
  const names = ['Chart', 'Instructions', 'Buyers', 'Old'];
  const sheets = names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`);
  const links = names.map((name, at) => {
    const type = name === 'Chart' ? 'chartsheet' : 'worksheet';
    return `<Relationship Id="r${at}" Type="x/${type}" Target="${type}s/${name}.xml"/>`;
  });
  return bytesOf(
    zipFile([
      { name: 'xl/workbook.xml', content: `<sheets>${sheets.join('')}</sheets>` },
      { name: 'xl/_rels/workbook.xml.rels', content: links.join('') },
      { name: 'xl/chartsheets/Chart.xml', content: '<chartsheet/>' },
      {
        name: 'xl/worksheets/Instructions.xml',
        content: rows(['Fill in the next sheet'], ['Company Name', 'The name of the buyer']),
      },
      {
        name: 'xl/worksheets/Buyers.xml',
        content: rows(['Company Name', 'Contact Person'], ['Newest Buyer', 'Asha Rao']),
      },
      {
        name: 'xl/worksheets/Old.xml',
        content: rows(['Company Name', 'Contact Person'], ['Oldest Buyer', 'Ravi Iyer']),
      },
    ]),
  );
}
