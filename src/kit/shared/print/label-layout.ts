import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { shortened } from '~/kit/shared/fields/cut-text';
import { codeOf } from './print-code';
import { ink, quiet, rule } from './print-look';
import { baseFont, brokenRunsOf } from './print-runs';

interface PrintLabel {
  /** The content of its QR code. */
  code: string;
  heading: string;
  lines: readonly string[];
}

/** Labels on sheets of A4, as plain data. */
export interface PrintLabels {
  title: string;
  day: string;
  labels: readonly PrintLabel[];
}

// Three columns of eight, in points.
const columns = 3;
const width = 176;
const height = 92;
const codeWidth = 62;
/** What fits into the height of a label. */
const longest = { heading: 40, line: 60 };

export function labelsDefinitionOf({ title, day, labels }: PrintLabels): TDocumentDefinitions {
  const rows: TableCell[][] = [];
  for (let from = 0; from < labels.length; from += columns) {
    const row = labels.slice(from, from + columns).map(labelOf);
    rows.push([...row, ...Array.from({ length: columns - row.length }, () => '')]);
  }
  return {
    info: { title, creationDate: new Date(day) },
    pageSize: 'A4',
    pageMargins: [26, 26, 26, 26],
    defaultStyle: { font: baseFont, fontSize: 7.5, color: ink, lineHeight: 1.1 },
    content: [
      {
        table: {
          widths: Array.from({ length: columns }, () => width),
          heights: height,
          dontBreakRows: true,
          body: rows,
        },
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0.5,
          hLineColor: () => rule,
          vLineColor: () => rule,
        },
      },
    ],
  };
}

function labelOf({ code, heading, lines }: PrintLabel): Content {
  return {
    columns: [
      { width: codeWidth, ...codeOf(code, codeWidth) },
      {
        width: '*',
        stack: [
          { text: brokenRunsOf(shortened(heading, longest.heading)), bold: true, fontSize: 9 },
          ...lines.map((line) => ({
            text: brokenRunsOf(shortened(line, longest.line)),
            color: quiet,
            margin: [0, 2, 0, 0] as [number, number, number, number],
          })),
        ],
      },
    ],
    columnGap: 8,
    margin: [4, 6, 4, 4],
  };
}
