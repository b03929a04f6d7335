import type { Content, ContentText } from 'pdfmake/interfaces';
import { headFill, quiet, rule } from './print-look';
import { brokenRunsOf, runsOf, styledRunsOf } from './print-runs';
import type { PrintCell, PrintTable } from './print-document';

/** On which page a laid out text begins, once there are pages. */
type Placed = ContentText & { id?: string; positions?: readonly { pageNumber: number }[] };

/** A table, and what is carried over the end and the beginning of a page. */
export interface LaidTable {
  content: Content;
  carriedFrom: (page: number) => string | null;
  carriedTo: (page: number) => string | null;
}

export function tableOf(table: PrintTable, isDense = false): LaidTable {
  const { columns, rows, sums, carried } = table;
  const head = columns.map(({ label, align }) => ({
    text: runsOf(label),
    bold: true,
    alignment: align,
    noWrap: true,
    fillColor: headFill,
  }));
  const size = isDense ? denseSizeOf(table) : null;
  const smallSize = size === null ? 6.5 : Math.min(6.5, size * 0.85);
  const placed = (cell: PrintCell, at: number) =>
    cellOf(cell, { alignment: columns[at]?.align ?? 'left', smallSize });
  const body = rows.map((row) => row.map(placed));
  const firsts = body.map(([first]): Placed | undefined => first);
  // pdfmake reports the page of each element that has an id.
  if (carried) for (const [row, first] of firsts.entries()) if (first) first.id = `row-${row + 1}`;
  const last = sums?.map((text, at) => ({
    ...placed(text, at),
    bold: true,
    fillColor: headFill,
  }));
  const content: Content = {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [head, ...body, ...(last ? [last] : [])],
    },
    layout: {
      hLineWidth: (line: number) => (line === 0 ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: () => rule,
      paddingTop: () => (isDense ? 2.5 : 4),
      paddingBottom: () => (isDense ? 2 : 3),
      ...(isDense ? { paddingLeft: () => 3, paddingRight: () => 3 } : {}),
    },
    ...(size === null ? {} : { fontSize: size }),
    margin: [0, 0, 0, 10],
  };
  return { content, ...carriedOver(firsts, carried) };
}

interface Look {
  alignment: 'left' | 'right';
  /** The font size of the texts next to an amount. */
  smallSize: number;
}

function cellOf(cell: PrintCell, { alignment, smallSize }: Look): ContentText {
  const noWrap = alignment === 'right';
  if (typeof cell === 'string') {
    return { text: noWrap ? runsOf(cell) : brokenRunsOf(cell), alignment, noWrap };
  }
  const { before, text, after } = cell;
  const main = runsOf(text);
  const runs = typeof main === 'string' ? [{ text: main }] : main;
  return {
    text: [
      ...small(before && `${before}  `, smallSize),
      ...runs,
      ...small(after && ` ${after}`, smallSize),
    ],
    alignment,
    noWrap,
  };
}

function small(text: string | undefined, fontSize: number): ContentText[] {
  return text ? styledRunsOf(text, { fontSize, color: quiet }) : [];
}

const usualWidth = 68;

/** Amounts of billions would take the page's width. */
function denseSizeOf({ rows, sums = [], columns }: PrintTable): number {
  const widthOf = (at: number) =>
    [...rows, sums].reduce((most, row) => Math.max(most, textOf(row[at] ?? '').length), 0);
  const widths = columns.map(({ align }, at) => (align === 'right' ? widthOf(at) : 0));
  const all = widths.reduce((sum, width) => sum + width, 0);
  return all <= usualWidth ? 8 : Math.max(5.5, (8 * usualWidth) / all);
}

function textOf(cell: PrintCell): string {
  return typeof cell === 'string' ? cell : `${cell.before ?? ''}${cell.text}${cell.after ?? ''}`;
}

/** Asked when the pages are filled: only then is it known where they end. */
function carriedOver(
  firsts: readonly (Placed | undefined)[],
  carried: readonly string[] | undefined,
): Pick<LaidTable, 'carriedFrom' | 'carriedTo'> {
  const pageOf = (row: number) => firsts[row]?.positions?.[0]?.pageNumber ?? null;
  let ends: Map<number, string> | undefined;
  const endsOf = (): Map<number, string> => {
    ends ??= new Map(
      (carried ?? []).flatMap((text, row) => {
        const page = pageOf(row);
        const next = pageOf(row + 1);
        return page !== null && next !== null && next !== page ? [[page, text] as const] : [];
      }),
    );
    return ends;
  };
  return {
    carriedFrom: (page) => endsOf().get(page) ?? null,
    carriedTo: (page) => endsOf().get(page - 1) ?? null,
  };
}
