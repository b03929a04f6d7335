import { zipFile } from '~/kit/shared/sheets/zip-writer';

interface SheetParts {
  /** The content of the sheet, as XML. */
  sheet: Iterable<string>;
  /** The texts that its cells share. */
  shared?: Iterable<string>;
  links?: string;
}

const link = '<Relationship Id="r" Target="worksheets/a.xml"/>';

/** An Excel file of parts that no program writes. */
export function sheetOf({ sheet, shared = [], links = link }: SheetParts) {
  return zipFile([
    { name: 'xl/workbook.xml', content: '<sheets><sheet name="A" r:id="r"/></sheets>' },
    { name: 'xl/_rels/workbook.xml.rels', content: links },
    { name: 'xl/sharedStrings.xml', content: shared },
    { name: 'xl/worksheets/a.xml', content: sheet },
  ]);
}

/** The bytes of such a file. */
export async function sheetBytes(parts: SheetParts): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetOf(parts)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
