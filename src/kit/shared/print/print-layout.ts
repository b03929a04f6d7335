import type { Column, Content, Margins, TDocumentDefinitions } from 'pdfmake/interfaces';
import { shortened } from '~/kit/shared/fields/cut-text';
import { codeOf } from './print-code';
import { fitsCode, type PrintDocument, type PrintDetail } from './print-document';
import { closed, endingOf, detailRows, totalsOf } from './print-ending';
import { headFill, ink, margins, quiet } from './print-look';
import { baseFont, brokenRunsOf, runsOf, styledRunsOf } from './print-runs';
import { type LaidTable, tableOf } from './print-table';

export function definitionOf(printed: PrintDocument): TDocumentDefinitions {
  const marks = printed.copies ?? [null];
  const copies = marks.map((mark, at) => copyOf(printed, { mark, isFirst: at === 0 }));
  // Only a document with one copy carries sums from page to page.
  const table = copies.length === 1 ? (copies[0]?.table ?? null) : null;
  return {
    info: { title: printed.title, creationDate: new Date(printed.day) },
    pageSize: 'A4',
    pageMargins: [margins.side, margins.top, margins.side, margins.bottom],
    defaultStyle: {
      font: baseFont,
      fontSize: printed.isDense ? 8.5 : 9,
      color: ink,
      lineHeight: printed.isDense ? 1.1 : 1.15,
    },
    ...(printed.mark
      ? { watermark: { text: printed.mark, color: quiet, opacity: 0.12, bold: true } }
      : {}),
    header: (page: number) => headerOf(printed, table, page),
    footer: (page: number, pages: number) => footerOf(printed, table, { page, pages }),
    content: copies.flatMap(({ content }) => content),
  };
}

function copyOf(
  printed: PrintDocument,
  { mark, isFirst }: { mark: string | null; isFirst: boolean },
): { table: LaidTable | null; content: Content[] } {
  const table = printed.table ? tableOf(printed.table, printed.isDense) : null;
  const head: Content[] =
    mark === null
      ? []
      : [
          {
            text: mark,
            color: quiet,
            fontSize: 7.5,
            alignment: 'right',
            margin: [0, 0, 0, 6],
            ...(isFirst ? {} : { pageBreak: 'before' }),
          },
        ];
  const content = closed([
    ...head,
    headOf(printed),
    partiesOf(printed),
    ...(printed.cover ? [{ text: runsOf(printed.cover), margin: coverMargin }] : []),
    ...(printed.statements ?? []).map(statementOf),
    ...(table ? [table.content] : []),
    totalsOf(printed),
    ...endingOf(printed),
  ]);
  return { table, content };
}

function headerOf(
  { copy, heading, title, isDense }: PrintDocument,
  table: LaidTable | null,
  page: number,
): Content {
  const carried = table?.carriedTo(page) ?? null;
  const isLater = page > 1 && isDense;
  return {
    columns: [
      { text: isLater ? brokenRunsOf(`${heading} ${title}`) : '', color: quiet, width: 'auto' },
      {
        text: carried === null ? (page === 1 ? (copy ?? '') : '') : `Brought forward   ${carried}`,
        alignment: 'right',
        color: carried === null ? quiet : ink,
      },
    ],
    columnGap: 12,
    margin: [margins.side, 20, margins.side, 0],
    fontSize: 7.5,
  };
}

/** The foot of a page holds two lines of it. */
const longestTitle = 60;

function footerOf(
  { title }: PrintDocument,
  table: LaidTable | null,
  { page, pages }: { page: number; pages: number },
): Content {
  const carried = table?.carriedFrom(page) ?? null;
  const line: Content = {
    columns: [
      { text: brokenRunsOf(shortened(title, longestTitle)), color: quiet },
      { text: `Page ${page} of ${pages}`, alignment: 'right', color: quiet },
    ],
    margin: [margins.side, carried === null ? 20 : 6.4, margins.side, 0],
    fontSize: 8,
  };
  if (carried === null) return line;
  const text = `Carried forward   ${carried}`;
  return {
    stack: [
      { text, alignment: 'right', fontSize: 7.5, margin: [margins.side, 3, margins.side, 0] },
      line,
    ],
  };
}

function headOf(printed: PrintDocument): Content {
  const { issuer, heading, logo, isDense } = printed;
  const [name, ...lines] = issuer;
  return {
    columns: [
      {
        width: '*',
        stack: [
          ...(logo ? [logoOf(logo)] : []),
          { text: brokenRunsOf(name ?? ''), bold: true, fontSize: 13, margin: [0, 0, 0, 2] },
          ...lines.map((line) => ({ text: brokenRunsOf(line), color: quiet })),
        ],
      },
      {
        width: 210,
        stack: [
          {
            text: runsOf(heading),
            bold: true,
            fontSize: 18,
            alignment: 'right',
            margin: [0, 0, 0, 6],
          },
          detailsOf(printed),
        ],
      },
    ],
    columnGap: 24,
    margin: [0, 0, 0, isDense ? 14 : 18],
  };
}

function logoOf(image: string): Content {
  return { image, fit: [150, 52], margin: [0, 0, 0, 8] };
}

function detailsOf({ head: details, isDense }: PrintDocument): Content {
  return {
    ...detailRows(isDense),
    table: {
      widths: ['*', 'auto'],
      body: details.map(({ label, value, strong }) => [
        { text: runsOf(label), color: quiet },
        { text: brokenRunsOf(value), alignment: 'right', bold: strong ?? false },
      ]),
    },
  };
}

function partiesOf({ parties, registration, isDense }: PrintDocument): Content {
  const columns = parties.map(({ heading, lines }): Column => {
    const [name, ...more] = lines;
    return {
      width: '*',
      stack: [
        { text: runsOf(heading), color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
        { text: brokenRunsOf(name ?? ''), bold: true },
        ...more.map((line) => ({ text: brokenRunsOf(line) })),
      ],
    };
  });
  const margin: Margins = [0, 0, 0, isDense ? 14 : 16];
  if (!registration) return { columns, columnGap: 24, margin };
  const { content, details } = registration;
  const texts: Content[] = [
    { columns, columnGap: 24, margin: [0, 0, 0, 10] },
    ...details.map(registeredLine),
  ];
  if (!fitsCode(content)) return { stack: texts, margin };
  return {
    columns: [
      { width: '*', stack: texts },
      { width: codeWidth, ...codeOf(content, codeWidth) },
    ],
    columnGap: 24,
    margin,
  };
}

/** What is signed by a portal has a thousand characters, whose dots a scanner must tell apart. */
const codeWidth = 120;

function registeredLine({ label, value }: PrintDetail): Content {
  return {
    text: [...styledRunsOf(`${label}  `, { color: quiet }), ...styledRunsOf(value, {})],
    fontSize: 8,
  };
}

const coverMargin: [number, number, number, number] = [0, 0, 0, 10];

function statementOf(text: string): Content {
  return {
    table: {
      widths: ['*'],
      body: [[{ text: runsOf(text), bold: true, fontSize: 8, fillColor: headFill }]],
    },
    layout: { defaultBorder: false, paddingTop: () => 4, paddingBottom: () => 3 },
    margin: [0, 0, 0, 8],
  };
}
