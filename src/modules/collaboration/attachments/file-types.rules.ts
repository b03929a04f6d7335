import { allowed, refused, type Verdict } from '~/kit/shared/verdict';

/** What is looked at of a file to tell what it is (docs/product/records.md#types). */
export interface FileContent {
  /** Its first bytes (`mostHeadBytes`). */
  head: Uint8Array;
  hasZeros: boolean;
  /** Whether it ends like an archive, regardless of its first bytes. */
  isArchive: boolean;
  /** The names in an archive; null where it is not a readable archive. */
  names: readonly string[] | null;
}

export const mostHeadBytes = 8192;

/** One character a byte. */
export function latin(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

interface FileType {
  type: string;
  label: string;
  endings: readonly string[];
  isIt: (content: FileContent) => boolean;
}

const magic =
  (text: string, at = 0) =>
  ({ head }: FileContent) =>
    latin(head.subarray(at, at + text.length)) === text;

/** A document of Microsoft Office: an archive that holds this part, and no programs. */
const office = (part: string) => {
  const begins = magic('PK\u0003\u0004');
  return (content: FileContent) =>
    begins(content) &&
    content.names !== null &&
    content.names.includes('[Content_Types].xml') &&
    content.names.includes(part) &&
    !content.names.some((name) => /vbaProject\.bin$/i.test(name));
};

/** One of LibreOffice: its archive begins with its type, not packed. */
const openDocument = (type: string) => {
  const begins = magic(`mimetypeapplication/vnd.oasis.opendocument.${type}PK`, 30);
  return (content: FileContent) =>
    content.names !== null &&
    content.names.includes('content.xml') &&
    begins(content) &&
    !content.names.some((name) => /^(?:Basic|Scripts)\//i.test(name));
};

const ooxml = 'application/vnd.openxmlformats-officedocument.';
const odf = 'application/vnd.oasis.opendocument.';

const fileTypes: readonly FileType[] = [
  { type: 'application/pdf', label: 'PDF', endings: ['pdf'], isIt: magic('%PDF-') },
  { type: 'image/png', label: 'PNG', endings: ['png'], isIt: magic('\u0089PNG\r\n\u001a\n') },
  {
    type: 'image/jpeg',
    label: 'JPEG',
    endings: ['jpg', 'jpeg'],
    isIt: magic('\u00ff\u00d8\u00ff'),
  },
  {
    type: 'image/webp',
    label: 'WebP',
    endings: ['webp'],
    isIt: (content) => magic('RIFF')(content) && magic('WEBP', 8)(content),
  },
  {
    type: 'image/gif',
    label: 'GIF',
    endings: ['gif'],
    isIt: (content) => magic('GIF87a')(content) || magic('GIF89a')(content),
  },
  {
    type: `${ooxml}wordprocessingml.document`,
    label: 'Word',
    endings: ['docx'],
    isIt: office('word/document.xml'),
  },
  {
    type: `${ooxml}spreadsheetml.sheet`,
    label: 'Excel',
    endings: ['xlsx'],
    isIt: office('xl/workbook.xml'),
  },
  {
    type: `${ooxml}presentationml.presentation`,
    label: 'PowerPoint',
    endings: ['pptx'],
    isIt: office('ppt/presentation.xml'),
  },
  { type: `${odf}text`, label: 'ODT', endings: ['odt'], isIt: openDocument('text') },
  { type: `${odf}spreadsheet`, label: 'ODS', endings: ['ods'], isIt: openDocument('spreadsheet') },
  { type: 'text/csv', label: 'CSV', endings: ['csv'], isIt: isText },
  { type: 'text/plain', label: 'text', endings: ['txt', 'log', 'md'], isIt: isText },
  {
    type: 'model/step',
    label: 'STEP',
    endings: ['step', 'stp'],
    isIt: (content) => isText(content) && magic('ISO-10303-21;')(content),
  },
  { type: 'image/vnd.dxf', label: 'DXF', endings: ['dxf'], isIt: isDxf },
  {
    type: 'image/vnd.dwg',
    label: 'DWG',
    endings: ['dwg'],
    isIt: ({ head }) => /^AC10\d\d/.test(latin(head.subarray(0, 6))),
  },
];

/** What a field for files offers. */
export const fileEndings = fileTypes.flatMap(({ endings }) => endings.map((each) => `.${each}`));

const labels = fileTypes.map(({ label }) => label);
export const fileTypesInWords = `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;

/** The types that a browser shows on its own, as pixels and nothing else. */
export function isShownType(type: string): boolean {
  return ['image/png', 'image/jpeg', 'image/webp', 'image/gif'].includes(type);
}

/** The type of a file, where its content is what its name says (docs/product/records.md#types). */
export function fileTypeOf(name: string, content: FileContent): { type: string; verdict: Verdict } {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = fileTypes.find(({ endings }) => endings.includes(ending));
  if (!named) {
    const message = `This file type is not supported. Supported: ${fileTypesInWords}.`;
    return { type: '', verdict: refused('file.type_not_allowed', message) };
  }
  const { type, label } = named;
  if (!named.isIt(content) || isTwoThings(type, content)) {
    const message = `The file’s content does not match its name: it is not a valid ${label} file`;
    return { type, verdict: refused('file.not_what_name_says', message) };
  }
  return { type, verdict: allowed };
}

const page = /<(?:!doctype\s+html|html|script|svg|iframe|body|\?php)[\s>/]/i;
/** Old browsers guess from so many bytes. */
const guessed = 1024;

/** A picture or a document that a program could also take for an archive or a page. */
function isTwoThings(type: string, { head, isArchive }: FileContent): boolean {
  const mayBeArchive = type.startsWith('application/vnd.');
  return (!mayBeArchive && isArchive) || page.test(latin(head.subarray(0, guessed)));
}

/** Text in UTF-8, UTF-16 or an 8-bit code, which is neither a page nor a script. */
function isText({ head, hasZeros }: FileContent): boolean {
  const begin = latin(head.subarray(0, 3));
  const isWide = begin.startsWith('\u00ff\u00fe') || begin.startsWith('\u00fe\u00ff');
  if (hasZeros && !isWide) return false;
  const skipped = isWide ? 2 : begin === '\u00ef\u00bb\u00bf' ? 3 : 0;
  const text = latin(head.subarray(skipped)).replaceAll('\u0000', '');
  return !page.test(text) && !/^\s*(?:#!|<\?xml|%PDF-|PK\u0003\u0004)/.test(text);
}

function isDxf(content: FileContent): boolean {
  if (magic('AutoCAD Binary DXF\r\n\u001a\u0000')(content)) return true;
  const start = latin(content.head.subarray(0, guessed));
  return isText(content) && /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/.test(start);
}
