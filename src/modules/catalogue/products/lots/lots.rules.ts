import type { ErrorTable } from '~/kit/shared/error-codes';
import { counted } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import { refused, type Verdict } from '~/kit/shared/verdict';
import { type LineLots, mostSerials, type SentLot } from './lots.fields';

export const lotRefusals = {
  'lot.expired': [409, 'A named lot has expired'],
  'lot.permanent': [409, 'A lot is deleted with its product only'],
  'serial.exists': [409, 'A serial number is in stock, or was before'],
  'product.tracking_fixed': [409, 'Tracking changes only without stock and without open documents'],
  'stock.tracked': [409, 'The stock of a tracked product changes by its lots'],
} as const satisfies ErrorTable;

/** The ledger names the lot for as long as its product exists. */
export function canDelete(): Verdict {
  return refused('lot.permanent', 'A lot is deleted with its product only');
}

interface LotDays {
  made_on?: Day | null | undefined;
  expires_on?: Day | null | undefined;
}

const wrongDays = 'The lot expires before it is made. Correct one of the days.';

/** What is wrong with the days of a lot, at `expires_on`; or null (docs/product/lots.md#fields). */
export function daysProblem({ made_on, expires_on }: LotDays): string | null {
  return made_on && expires_on && expires_on < made_on ? wrongDays : null;
}

/** For the schema of what has the days of a lot: `refine(hasRightDays, ofWrongDays)`. */
export const hasRightDays = (days: LotDays): boolean => daysProblem(days) === null;
export const ofWrongDays = { path: ['expires_on'], error: wrongDays };

/**
 * The serial numbers of a range such as `SN-001..SN-050` (docs/product/lots.md#ranges): both ends have the same length and
 * the same text around their last digits. A number without `..` is itself. A sentence where it is not such a range.
 */
export function serialsOf(text: string): { numbers: string[] } | { problem: string } {
  const [first = '', last, ...more] = text.split('..').map((part) => part.trim());
  if (last === undefined) return { numbers: [text] };
  const wrong = (why: string) => ({ problem: `${text} is not a range of serial numbers: ${why}` });
  if (more.length > 0 || first === '' || last === '') return wrong('name the first and the last');
  if (first.length !== last.length) return wrong('both numbers must have the same length');
  const [start, end] = [partsOf(first), partsOf(last)];
  if (!start || !end || start.prefix !== end.prefix || start.suffix !== end.suffix)
    return wrong('only the digits may differ');
  const count = end.number - start.number + 1;
  if (count < 1) return wrong('the last number comes before the first');
  if (count > mostSerials) return wrong(`it can have at most ${counted(mostSerials, 'number')}`);
  const { prefix, suffix, digits } = start;
  const numbers = Array.from(
    { length: count },
    (_, index) => `${prefix}${String(start.number + index).padStart(digits, '0')}${suffix}`,
  );
  return { numbers };
}

function partsOf(text: string) {
  const [, prefix, digits, suffix] = /^(.*?)(\d{1,15})(\D*)$/.exec(text) ?? [];
  if (prefix === undefined || digits === undefined || suffix === undefined) return null;
  return { prefix, suffix, digits: digits.length, number: Number(digits) };
}

/** A lot as a line names it, without ranges. */
export interface NamedLot {
  lot_id: number | null;
  lot_number: string | null;
  quantity: number;
}

interface Line {
  product_name: string;
  tracking: 'none' | 'lot' | 'serial';
  quantity: number;
}

/** The lots of a line, ranges of serial numbers as one each; a sentence where they do not fit it (docs/product/lots.md#lines). */
export function lotsOfLine(
  { product_name, tracking, quantity }: Line,
  sent: readonly SentLot[],
): { lots: NamedLot[] } | { problem: string } {
  if (tracking === 'none') return { problem: `"${product_name}" is not tracked by lots` };
  const lots: NamedLot[] = [];
  for (const each of sent) {
    const found = namedBy(each, { tracking, alone: sent.length === 1 ? quantity : null });
    if ('problem' in found) return found;
    lots.push(...found.lots);
  }
  const names = lots.map(({ lot_id, lot_number }) => lot_id ?? lot_number?.toLowerCase() ?? '');
  if (new Set(names).size < names.length)
    return { problem: `A lot of "${product_name}" is listed twice` };
  const sum = sumOfQuantities(lots.map((lot) => lot.quantity));
  if (sum === quantity) return { lots };
  return { problem: `The lots of "${product_name}" add up to ${sum}, not to ${quantity}` };
}

function namedBy(
  { lot_id: id, lot_number: number, quantity }: SentLot,
  { tracking, alone }: { tracking: 'lot' | 'serial'; alone: number | null },
): { lots: NamedLot[] } | { problem: string } {
  const [lot_id, lot_number] = [id ?? null, number ?? null];
  if ((lot_id === null) === (lot_number === null))
    return { problem: 'Name a lot by lot_id or by lot_number' };
  if (tracking === 'lot' || lot_number === null) {
    const own = quantity ?? (tracking === 'serial' ? 1 : alone);
    if (own === null) return { problem: 'A quantity is required for each lot' };
    if (tracking === 'serial' && own !== 1)
      return { problem: 'A serial number has the quantity 1' };
    return { lots: [{ lot_id, lot_number, quantity: own }] };
  }
  const found = serialsOf(lot_number);
  if ('problem' in found) return found;
  const { numbers } = found;
  const stated = quantity ?? numbers.length;
  if (stated !== numbers.length)
    return {
      problem: `${lot_number} ${numbers.length === 1 ? 'is one serial number' : `are ${numbers.length} serial numbers`}, not ${stated}`,
    };
  return { lots: numbers.map((each) => ({ lot_id: null, lot_number: each, quantity: 1 })) };
}

/** `Heat 7 × 4, Heat 8 × 3`: the lots of a line, as screens and papers name them; single serial numbers without a quantity. */
export function lotsText(
  lots: readonly Pick<NonNullable<LineLots>[number], 'lot_number' | 'quantity'>[] | null,
): string {
  const isSerial = lots?.every(({ quantity }) => quantity === 1);
  return (lots ?? [])
    .map(({ lot_number, quantity }) => (isSerial ? lot_number : `${lot_number} × ${quantity}`))
    .join(', ');
}

/** What was typed as the lots of a line, such as `Heat 7 x 4, Heat 8 x 3` or `SN-001..SN-004`; none where it is empty. */
export function readTypedLots(text: string): SentLot[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [quantity = '', sign = '', ...number] = part.split(/\s+/).toReversed();
      const isCounted = /^\d{1,9}(\.\d{1,3})?$/.test(quantity) && /^[x×*]$/i.test(sign);
      if (!isCounted || number.length === 0) return { lot_number: part };
      return { lot_number: number.toReversed().join(' '), quantity: Number(quantity) };
    });
}

interface LotLine {
  id: number;
  product_id: number;
  quantity: number;
  lots: LineLots;
}

/** Which of the lots that a document moved each of its lines has: those that it named, then the others in their order. */
export function shareLots(
  lines: readonly LotLine[],
  moved: readonly (NonNullable<LineLots>[number] & { product_id: number })[],
): { id: number; lots: LineLots }[] {
  const left = moved.map((each) => ({ ...each }));
  for (const { lots, product_id } of lines)
    for (const { lot_id, quantity } of lots ?? []) {
      const own = left.find((each) => each.lot_id === lot_id && each.product_id === product_id);
      if (own) own.quantity = restOfQuantity(own.quantity, quantity);
    }
  return lines.map((line) => {
    if (line.lots) return { id: line.id, lots: line.lots };
    const own: NonNullable<LineLots> = [];
    let missing = line.quantity;
    for (const each of left) {
      const quantity = Math.min(missing, each.quantity);
      if (each.product_id !== line.product_id || quantity <= 0) continue;
      own.push({ lot_id: each.lot_id, lot_number: each.lot_number, quantity });
      each.quantity = restOfQuantity(each.quantity, quantity);
      missing = restOfQuantity(missing, quantity);
    }
    return { id: line.id, lots: own.length > 0 ? own : null };
  });
}

/** Whether a request names the lots that a line has. */
export function isSameLots(sent: readonly SentLot[] | null | undefined, stored: LineLots): boolean {
  return JSON.stringify(shortLots(sent)) === JSON.stringify(shortLots(stored));
}

function shortLots(lots: readonly SentLot[] | null | undefined) {
  return lots?.map(({ lot_id, lot_number, quantity }) => [lot_id ?? lot_number, quantity]) ?? null;
}
