import { type Day, formatDay } from '~/kit/shared/time/days';
import { readTypedDay } from '~/kit/shared/time/typed-days';
import { readTyped } from '~/kit/shared/fields/typed-values';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { daysProblem, readTypedLots } from '~/modules/catalogue/products/lots/lots.rules';
import type { PurchaseLine } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import {
  type ReceiptItem,
  receiptItemFields,
  type ReceiptLots,
  type SentReceiptLot,
} from './goods-receipts.fields';
import { acceptedOf } from './goods-receipts.rules';

export type ReceivedLine = Pick<
  PurchaseLine,
  | 'id'
  | 'product_id'
  | 'description'
  | 'sku_code'
  | 'quantity'
  | 'unit'
  | 'received_quantity'
  | 'open_quantity'
>;

/** What is typed for a line of an order. */
export interface TypedLine {
  quantity: string;
  rejected: string;
  reason: string;
  lots: string;
  closes: boolean;
}
export type TypedReceipt = Readonly<Record<number, TypedLine>>;

const empty: TypedLine = { quantity: '', rejected: '', reason: '', lots: '', closes: false };

/** What the form starts with: of a draft its lines, else all that is open. */
export function typedReceipt(
  lines: readonly ReceivedLine[],
  items: readonly ReceiptItem[] | null,
): TypedReceipt {
  const ofDraft = new Map(items?.map((item) => [item.purchase_line_id, item]));
  return Object.fromEntries(
    lines.map(({ id, open_quantity }): [number, TypedLine] => {
      const item = ofDraft.get(id);
      if (!item)
        return [
          id,
          { ...empty, quantity: items === null && open_quantity > 0 ? String(open_quantity) : '' },
        ];
      return [
        id,
        {
          quantity: String(item.quantity),
          rejected: item.rejected_quantity === 0 ? '' : String(item.rejected_quantity),
          reason: item.reject_reason ?? '',
          lots: incomingText(item.lots),
          closes: item.closes,
        },
      ];
    }),
  );
}

interface ReadGoods {
  quantity: number;
  rejected_quantity: number;
  reject_reason: string | null;
  lots: SentReceiptLot[] | null;
}

interface ReadReceiptItem extends ReadGoods {
  purchase_line_id: number;
  closes: boolean;
}

/** Goods that come with new lots: `Heat 7 x 4 made 1 Mar 2026 exp 31 Mar 2027, SN-1..SN-3`; no day is part of the number. */
export function readIncomingLots(text: string, today: Day): SentReceiptLot[] {
  return text.split(',').flatMap((part) => {
    const values: Pick<SentReceiptLot, 'made_on' | 'expires_on'> = {};
    let rest = part.trim();
    for (let found = dated.exec(rest); found; found = dated.exec(rest)) {
      const [, before = '', word = '', day = ''] = found;
      const read = readTypedDay(day, today);
      if (read === null) break;
      values[word.toLowerCase() === 'made' ? 'made_on' : 'expires_on'] = read;
      rest = before;
    }
    return readTypedLots(rest).map((lot) => ({ ...lot, ...values }));
  });
}

const dated = /^(.*\S) (made|exp) (\S+(?: \S+){0,2})$/i;

function incomingText(lots: ReceiptLots): string {
  const dayText = (word: string, day: Day | null | undefined) =>
    day ? ` ${word} ${formatDay(day)}` : '';
  const isSerial = lots?.every(({ quantity }) => quantity === 1);
  return (lots ?? [])
    .map(({ lot_number, quantity, made_on, expires_on }) => {
      const number = isSerial ? lot_number : `${lot_number} × ${quantity}`;
      return `${number}${dayText('made', made_on)}${dayText('exp', expires_on)}`;
    })
    .join(', ');
}

/** The problems of a line's inputs. */
export type LineProblem = { at: 'quantity' | 'rejected' | 'lots'; wrong: string };

/** What came of a line, or why it cannot be read. */
export function readGoods(
  { quantity, rejected, reason, lots }: Omit<TypedLine, 'closes'>,
  today: Day,
): { read: ReadGoods } | LineProblem {
  const came = readTyped(receiptItemFields.quantity, quantity.trim(), 'form');
  if (!came.ok) return { at: 'quantity', wrong: came.message };
  const bad = readTyped(receiptItemFields.rejected_quantity, rejected.trim() || '0', 'form');
  if (!bad.ok) return { at: 'rejected', wrong: bad.message };
  if (Number(bad.value) > Number(came.value))
    return { at: 'rejected', wrong: 'Not more can be rejected than came' };
  const named = readIncomingLots(lots, today);
  const wrong = named.map(daysProblem).find((problem) => problem !== null);
  if (wrong) return { at: 'lots', wrong };
  return {
    read: {
      quantity: Number(came.value),
      rejected_quantity: Number(bad.value),
      reject_reason: reason.trim() || null,
      lots: named.length > 0 ? named : null,
    },
  };
}

/** The lines to send, without those that are empty or 0, the problem of each other one, and the first in a sentence. */
export function readReceipt(
  lines: readonly ReceivedLine[],
  typed: TypedReceipt,
  today: Day,
): { items: ReadReceiptItem[]; problems: ProblemsByLine; wrong: string | null } {
  const items: ReadReceiptItem[] = [];
  const problems: Record<number, LineProblem> = {};
  const messages: string[] = [];
  for (const { id, description } of lines) {
    const own = typed[id] ?? empty;
    if (own.quantity.trim() === '' || Number(own.quantity) === 0) continue;
    const goods = readGoods(own, today);
    if ('read' in goods) {
      items.push({ purchase_line_id: id, ...goods.read, closes: own.closes });
      continue;
    }
    problems[id] = goods;
    messages.push(`${description}: ${goods.wrong}`);
  }
  const nothing = items.length === 0 ? 'Please enter a quantity' : null;
  return { items, problems, wrong: messages[0] ?? nothing };
}

export type ProblemsByLine = Readonly<Record<number, LineProblem | undefined>>;

/** What a refusal says of the lines that were sent, by line. */
export function refusedLines(
  details: readonly { field?: string | undefined; message: string }[],
  items: readonly Pick<ReadReceiptItem, 'purchase_line_id'>[],
): ProblemsByLine {
  return Object.fromEntries(
    details.flatMap(({ field, message }) => {
      const [, index, name] = /^items\.(\d+)\.(\w+)/.exec(field ?? '') ?? [];
      const id = items[Number(index)]?.purchase_line_id;
      if (id === undefined) return [];
      const at = name === 'lots' ? 'lots' : name === 'rejected_quantity' ? 'rejected' : 'quantity';
      return [[id, { at, wrong: message.replace(/^Item \d+: /, '') } satisfies LineProblem]];
    }),
  );
}

/** What a scan makes of the lines: the first one of a line counts 1, each later one 1 more; null where no line has the code. */
export function scannedInto(
  typed: TypedReceipt,
  {
    lines,
    scanned,
    code,
  }: { lines: readonly ScannedLine[]; scanned: ReadonlySet<number>; code: string },
): { typed: TypedReceipt; line: number } | null {
  const text = code.trim().toLowerCase();
  const line = lines.find(({ codes }) => codes.some((each) => each.toLowerCase() === text));
  if (!line) return null;
  const own = typed[line.id] ?? empty;
  const before = scanned.has(line.id) ? Number(own.quantity) || 0 : 0;
  const quantity = String(sumOfQuantities([before, 1]));
  return { typed: { ...typed, [line.id]: { ...own, quantity } }, line: line.id };
}

export interface ScannedLine {
  id: number;
  codes: readonly string[];
}

/** What of a receipt's line can go back. */
export function leftOf(item: ReceiptItem): number {
  return restOfQuantity(acceptedOf(item), item.returned_quantity);
}

/** The lines of a return to send, and the first problem in a sentence. */
export function readReturn(
  items: readonly ReceiptItem[],
  typed: Readonly<Record<number, { quantity: string; lots: string }>>,
): {
  items: { line_id: number; quantity: number; lots: ReturnType<typeof readTypedLots> | null }[];
  wrong: string | null;
} {
  const sent: {
    line_id: number;
    quantity: number;
    lots: ReturnType<typeof readTypedLots> | null;
  }[] = [];
  for (const item of items) {
    const { quantity = '', lots = '' } = typed[item.id] ?? {};
    if (quantity.trim() === '' || Number(quantity) === 0) continue;
    const read = readTyped(receiptItemFields.quantity, quantity.trim(), 'form');
    if (!read.ok) return { items: sent, wrong: `${item.description}: ${read.message}` };
    if (Number(read.value) > leftOf(item))
      return { items: sent, wrong: `${item.description}: Only ${leftOf(item)} can go back` };
    const named = readTypedLots(lots);
    sent.push({
      line_id: item.id,
      quantity: Number(read.value),
      lots: named.length > 0 ? named : null,
    });
  }
  return { items: sent, wrong: sent.length === 0 ? 'Please enter a quantity' : null };
}
