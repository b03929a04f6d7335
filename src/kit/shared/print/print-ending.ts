import type {
  CanvasLine,
  Column,
  Content,
  ContentColumns,
  ContentStack,
  ContentTable,
} from 'pdfmake/interfaces';
import { codeOf } from './print-code';
import { fitsCode, type PrintDocument } from './print-document';
import { ink, quiet, rule } from './print-look';
import { brokenRunsOf, runsOf } from './print-runs';
import { tableOf } from './print-table';

/** Labels and values as rows of a table without lines. */
export function detailRows(isDense = false): Pick<ContentTable, 'layout'> {
  if (!isDense) return { layout: 'noBorders' };
  const layout = {
    defaultBorder: false,
    paddingTop: () => 0.5,
    paddingBottom: () => 0.5,
    paddingLeft: (column: number) => (column === 0 ? 0 : 4),
    paddingRight: (column: number) => (column === 0 ? 4 : 0),
  };
  return { layout };
}

export function totalsOf({ totals, aside, payment, isDense }: PrintDocument): Content {
  const beside = [...(aside ? [noteOf(aside)] : []), ...(payment ? [paymentOf(payment)] : [])];
  if (totals.length === 0) return { stack: beside };
  return {
    unbreakable: true,
    columns: [
      { width: '*', stack: beside },
      {
        width: 'auto',
        ...detailRows(isDense),
        table: {
          widths: [110, 'auto'],
          body: totals.map(({ label, value, strong }) => [
            { text: runsOf(label), bold: strong ?? false, color: strong ? ink : quiet },
            { text: runsOf(value), bold: strong ?? false, alignment: 'right' },
          ]),
        },
      },
    ],
    ...(beside.length > 0 ? { columnGap: 32 } : {}),
    margin: [0, 0, 0, 14],
  };
}

/** The summary, long notes, and at the end the others with where it is signed next to them. */
export function endingOf(printed: PrintDocument): Content[] {
  const { summary, signature, notes } = printed;
  const before = summary ? [summaryOf(summary)] : [];
  if (!signature) return [...before, ...notes.map(noteOf)];
  const [short, long] = [true, false].map((isShort) =>
    notes.filter(({ text }) => text.length < 400 === isShort).map(noteOf),
  );
  const sides: ContentColumns = {
    unbreakable: true,
    columns: [{ width: '*', stack: closed(short ?? []) }, signatureOf(signature)],
    columnGap: 32,
    margin: [0, 6, 0, 0],
  };
  if (summary && isShortTable(summary) && long?.length === 0) {
    // Nothing but a place to sign would be a page that says nothing.
    const stack = [...before, sides].map((block) => ({ ...block, unbreakable: false }));
    return [{ unbreakable: true, stack }];
  }
  return [...before, ...(long ?? []), sides];
}

function isShortTable({ table }: NonNullable<PrintDocument['summary']>): boolean {
  return table.rows.length <= 12;
}

/** Without the space below the last block, which alone would take another page. */
export function closed(blocks: readonly Content[]): Content[] {
  const last = blocks.at(-1);
  if (typeof last !== 'object' || Array.isArray(last)) return [...blocks];
  if (!('margin' in last) || !Array.isArray(last.margin)) return [...blocks];
  const [left = 0, top = 0, right = 0] = last.margin;
  return [...blocks.slice(0, -1), { ...last, margin: [left, top, right, 0] }];
}

function summaryOf(summary: NonNullable<PrintDocument['summary']>): ContentStack {
  const { heading, table } = summary;
  const title: Content = { text: runsOf(heading), color: quiet, fontSize: 8, margin: [0, 0, 0, 3] };
  const { content } = tableOf(table, true);
  return { stack: [title, content], unbreakable: isShortTable(summary) };
}

function paymentOf({ heading, lines, code }: NonNullable<PrintDocument['payment']>): Content {
  const texts: ContentStack = {
    stack: [
      { text: runsOf(heading), color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
      ...lines.map((line) => ({ text: brokenRunsOf(line) })),
    ],
  };
  if (!code || !fitsCode(code.content)) return texts;
  const details = code.details.map(({ label, value }) => `${label} ${value}`);
  const scanned: Column = {
    width: 72,
    stack: [
      codeOf(code.content, 72),
      {
        text: runsOf(details.join('\n')),
        fontSize: 7,
        color: quiet,
        alignment: 'center',
        margin: [0, 4, 0, 0],
      },
    ],
  };
  return { columns: [scanned, { width: '*', ...texts }], columnGap: 14 };
}

function signatureOf({ name, role }: NonNullable<PrintDocument['signature']>): Column {
  const line: CanvasLine = {
    type: 'line',
    x1: 0,
    y1: 0,
    x2: 190,
    y2: 0,
    lineWidth: 0.5,
    lineColor: rule,
  };
  return {
    width: 190,
    stack: [
      { text: brokenRunsOf(`For ${name}`), alignment: 'right', bold: true, margin: [0, 0, 0, 36] },
      { canvas: [line] },
      { text: runsOf(role), alignment: 'right', color: quiet, fontSize: 8, margin: [0, 3, 0, 0] },
    ],
  };
}

function noteOf({ heading, text }: { heading: string; text: string }): ContentStack {
  return {
    unbreakable: text.length < 600,
    stack: [
      { text: runsOf(heading), color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
      { text: brokenRunsOf(text) },
    ],
    margin: [0, 0, 0, 10],
  };
}
