import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { PrintDocument, PrintFact, PrintTable } from './print-document';

export const paperFonts = {
  NotoSans: { normal: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' },
  NotoSansDevanagari: {
    normal: 'NotoSansDevanagari-Regular.ttf',
    bold: 'NotoSansDevanagari-Bold.ttf',
  },
} as const;

export type PrintFontFiles = { normal: string; bold: string };

export function fontsAt(
  address: (file: string) => string,
): Record<keyof typeof paperFonts, PrintFontFiles> {
  const located = (files: PrintFontFiles) => ({
    normal: address(files.normal),
    bold: address(files.bold),
  });
  return {
    NotoSans: located(paperFonts.NotoSans),
    NotoSansDevanagari: located(paperFonts.NotoSansDevanagari),
  };
}

const ink = '#1a2230';
const quiet = '#5b6675';
const rule = '#c9d0da';
const headFill = '#eef1f5';
const margins = { side: 40, top: 40, bottom: 56 };

interface Run {
  text: string;
  font?: string;
}

const devanagari = /[\u0900-\u097f\u200c\u200d]+(?:[\s.,'’\-–]+[\u0900-\u097f\u200c\u200d]+)*/gu;

/** A text in runs of one font each: pdfmake uses one font for a run and does not fall back for missing letters. */
export function runsOf(text: string): string | Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const match of text.matchAll(devanagari)) {
    if (match.index > from) runs.push({ text: text.slice(from, match.index) });
    runs.push({ text: match[0], font: 'NotoSansDevanagari' });
    from = match.index + match[0].length;
  }
  if (runs.length === 0) return text;
  if (from < text.length) runs.push({ text: text.slice(from) });
  return runs;
}

export function definitionOf(printed: PrintDocument): TDocumentDefinitions {
  return {
    info: { title: printed.title, creationDate: new Date(printed.day) },
    pageSize: 'A4',
    pageMargins: [margins.side, margins.top, margins.side, margins.bottom],
    defaultStyle: { font: 'NotoSans', fontSize: 9, color: ink, lineHeight: 1.15 },
    ...(printed.mark
      ? { watermark: { text: printed.mark, color: quiet, opacity: 0.12, bold: true } }
      : {}),
    footer: (page: number, pages: number) => ({
      columns: [
        { text: printed.title, color: quiet },
        { text: `Page ${page} of ${pages}`, alignment: 'right', color: quiet },
      ],
      margin: [margins.side, 20, margins.side, 0],
      fontSize: 8,
    }),
    content: [
      headOf(printed),
      partiesOf(printed),
      ...(printed.table ? [tableOf(printed.table)] : []),
      totalsOf(printed.totals),
      ...printed.notes.map(noteOf),
    ],
  };
}

function headOf({ issuer, heading, facts }: PrintDocument): Content {
  const [name, ...lines] = issuer;
  return {
    columns: [
      {
        width: '*',
        stack: [
          { text: runsOf(name ?? ''), bold: true, fontSize: 13, margin: [0, 0, 0, 2] },
          ...lines.map((line) => ({ text: runsOf(line), color: quiet })),
        ],
      },
      {
        width: 210,
        stack: [
          {
            text: heading,
            bold: true,
            fontSize: 18,
            alignment: 'right',
            margin: [0, 0, 0, 6],
          },
          factsOf(facts),
        ],
      },
    ],
    columnGap: 24,
    margin: [0, 0, 0, 18],
  };
}

function factsOf(facts: readonly PrintFact[]): Content {
  return {
    layout: 'noBorders',
    table: {
      widths: ['*', 'auto'],
      body: facts.map(({ label, value, strong }) => [
        { text: label, color: quiet },
        { text: runsOf(value), alignment: 'right', bold: strong ?? false },
      ]),
    },
  };
}

function partiesOf({ parties }: PrintDocument): Content {
  return {
    columns: parties.map(({ heading, lines }) => {
      const [name, ...more] = lines;
      return {
        width: '*',
        stack: [
          { text: heading, color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
          { text: runsOf(name ?? ''), bold: true },
          ...more.map((line) => ({ text: runsOf(line) })),
        ],
      };
    }),
    columnGap: 24,
    margin: [0, 0, 0, 16],
  };
}

function tableOf({ columns, rows }: PrintTable): Content {
  const head = columns.map(({ label, align }) => ({
    text: label,
    bold: true,
    alignment: align,
    noWrap: true,
    fillColor: headFill,
  }));
  const body = rows.map((row) =>
    row.map((cell, at) => {
      const alignment = columns[at]?.align ?? 'left';
      return { text: runsOf(cell), alignment, noWrap: alignment === 'right' };
    }),
  );
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [head, ...body],
    },
    layout: {
      hLineWidth: (line: number) => (line === 0 ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: () => rule,
      paddingTop: () => 4,
      paddingBottom: () => 3,
    },
    margin: [0, 0, 0, 10],
  };
}

function totalsOf(totals: readonly PrintFact[]): Content {
  return {
    unbreakable: true,
    columns: [
      { width: '*', text: '' },
      {
        width: 'auto',
        layout: 'noBorders',
        table: {
          widths: [110, 'auto'],
          body: totals.map(({ label, value, strong }) => [
            { text: label, bold: strong ?? false, color: strong ? ink : quiet },
            { text: value, bold: strong ?? false, alignment: 'right' },
          ]),
        },
      },
    ],
    margin: [0, 0, 0, 14],
  };
}

function noteOf({ heading, text }: { heading: string; text: string }): Content {
  return {
    unbreakable: text.length < 600,
    stack: [
      { text: heading, color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
      { text: runsOf(text) },
    ],
    margin: [0, 0, 0, 10],
  };
}
