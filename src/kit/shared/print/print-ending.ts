import type { CanvasLine, Column, Content, ContentStack } from 'pdfmake/interfaces';
import { codeOf } from './print-code';
import type { PrintDocument } from './print-document';
import { ink, quiet, rule, runsOf } from './print-look';
import { tableOf } from './print-table';

export function totalsOf({ totals, aside }: PrintDocument): Content {
  return {
    unbreakable: true,
    columns: [
      aside ? { width: '*', ...noteOf(aside) } : { width: '*', text: '' },
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
    ...(aside ? { columnGap: 32 } : {}),
    margin: [0, 0, 0, 14],
  };
}

export function summaryOf({ heading, table }: NonNullable<PrintDocument['summary']>): Content {
  const title: Content = { text: heading, color: quiet, fontSize: 8, margin: [0, 0, 0, 3] };
  const { content } = tableOf(table);
  return table.rows.length > 12
    ? { stack: [title, content] }
    : { stack: [title, content], unbreakable: true };
}

/** How to pay and where it is signed, then the notes. */
export function endingOf(printed: PrintDocument): Content[] {
  const { payment, signature, notes } = printed;
  const sides = payment || signature ? [signingOf(printed)] : [];
  return [...sides, ...notes.map(noteOf)];
}

function signingOf({ payment, signature }: PrintDocument): Content {
  return {
    unbreakable: true,
    columns: [
      payment ? paymentOf(payment) : { width: '*', text: '' },
      signature ? signatureOf(signature) : { width: 190, text: '' },
    ],
    columnGap: 24,
    margin: [0, 4, 0, 14],
  };
}

function paymentOf({ heading, lines, code }: NonNullable<PrintDocument['payment']>): Column {
  const words: Column = {
    width: '*',
    stack: [
      { text: heading, color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
      ...lines.map((line) => ({ text: runsOf(line) })),
    ],
  };
  if (!code) return words;
  const facts = code.facts.map(({ label, value }) => `${label} ${value}`);
  const scanned: Column = {
    width: 78,
    stack: [
      codeOf(code.content, 78),
      {
        text: facts.join('\n'),
        fontSize: 7,
        color: quiet,
        alignment: 'center',
        margin: [0, 4, 0, 0],
      },
    ],
  };
  return { width: '*', columns: [scanned, words], columnGap: 14 };
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
      { text: runsOf(`For ${name}`), alignment: 'right', bold: true, margin: [0, 0, 0, 46] },
      { canvas: [line] },
      { text: role, alignment: 'right', color: quiet, fontSize: 8, margin: [0, 3, 0, 0] },
    ],
  };
}

function noteOf({ heading, text }: { heading: string; text: string }): ContentStack {
  return {
    unbreakable: text.length < 600,
    stack: [
      { text: heading, color: quiet, fontSize: 8, margin: [0, 0, 0, 2] },
      { text: runsOf(text) },
    ],
    margin: [0, 0, 0, 10],
  };
}
