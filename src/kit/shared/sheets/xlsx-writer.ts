import { cutText } from '~/kit/shared/fields/cut-text';
import { serialOf } from './sheet-dates';
import { xmlOfText } from './xml-text';
import { zipFile } from './zip-writer';

/** A text stays one, also with `=` at its start; a moment, `2026-11-23` or `2026-11-23 14:30`, is a date of the sheet. */
export type SheetCell = string | number | boolean | null | { moment: string };

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface SheetContent {
  titles: readonly string[];
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>;
}

/** An Excel file with one sheet, made as it is read. */
export function sheetFile(content: SheetContent): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return zipFile([
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: links([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', content: workbook },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: links([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(content) },
  ]);
}

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const typeOf = (part: string) =>
  `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;

const contentTypes = `${start}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`;

const workbook = `${start}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`;

// Plain, bold for the titles, a day and a moment.
const styles = `${start}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function links(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], n) =>
      `<Relationship Id="rId${n + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `${start}<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

async function* sheetXml({ titles, rows }: SheetContent): AsyncGenerator<string> {
  yield `${start}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(1, titles.length)}" width="18" customWidth="1"/></cols><sheetData>`;
  yield rowXml(titles, ' s="1"');
  for await (const row of rows) yield rowXml(row, '');
  yield '</sheetData></worksheet>';
}

const longestText = 32_767;

// Cells that name no position follow each other.
function rowXml(cells: readonly SheetCell[], style: string): string {
  let xml = '<row>';
  for (const cell of cells) xml += cellXml(cell, style);
  return `${xml}</row>`;
}

function cellXml(cell: SheetCell, style: string): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c${style} t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'object') {
    return `<c s="${cell.moment.includes(' ') ? 3 : 2}"><v>${serialOf(cell.moment)}</v></c>`;
  }
  const text = xmlOfText(cutText(cell, longestText));
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
