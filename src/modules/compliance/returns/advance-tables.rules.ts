import { type AdvancePart, spentParts } from '~/modules/billing/advances/advance-amounts.rules';
import type { ReportedAdvance } from '~/modules/billing/advances/reported-advances.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { isBetweenStates } from '~/modules/catalogue/tax/supply.rules';
import type { AdvanceRow, ReportedDocument, Sums } from './gstr1.fields';
import { noSums, plus, signed } from './reported-lines.rules';
import { RowGroups } from './row-groups.rules';

/**
 * Tables 11A and 11B of a month (docs/product/returns.md#advances): what was received in it and neither invoiced nor
 * given back in it, and what in it was adjusted or given back of earlier months' advances.
 */
export class AdvanceTables {
  readonly #month: string;
  readonly #received = new RowGroups<AdvanceRow>();
  readonly #adjusted = new RowGroups<AdvanceRow>();

  constructor(month: string) {
    this.#month = month;
  }

  /** Takes an advance in; null where no tax was due on it in the month, else what it is listed as. */
  add(advance: ReportedAdvance, document: number): ReportedDocument | null {
    const { voucher, status, events } = advance;
    if (status === 'cancelled') return null;
    const isOfMonth = (date: string) => date.startsWith(this.#month);
    const received = isOfMonth(advance.date);
    let before = 0;
    const lines = received ? taxedParts(voucher.parts, voucher.parts, 1) : [];
    for (const { date, amount } of events) {
      const spent = isOfMonth(date) ? spentParts(voucher.parts, { before, amount }) : [];
      lines.push(...taxedParts(voucher.parts, spent, received ? -1 : 1));
      before = sumOf([before, amount]);
    }
    const table = received ? this.#received : this.#adjusted;
    const due = [...byRate(lines)].filter(([, sums]) => Object.values(sums).some(Boolean));
    for (const [rate, sums] of due)
      table.add({ ...supplyKeyOf(advance), rate }, { ...sums, document });
    if (due.length === 0) return null;
    return {
      kind: 'receipt_voucher',
      id: advance.id,
      number: voucher.number,
      date: voucher.date,
      buyer: voucher.buyer.name,
      total_amount: advance.amount,
      ...due.map(([, sums]) => sums).reduce(plus, noSums),
    };
  }

  tables() {
    const order = ({ place_of_supply, rate }: AdvanceRow) => [place_of_supply, rate];
    return { at: this.#received.table(order), txpd: this.#adjusted.table(order) };
  }
}

type Taxed = Sums & { rate: number };

/** Only services are taxed in advance, and what no tax was due on is in no table. */
function taxedParts(
  whole: readonly AdvancePart[],
  some: readonly AdvancePart[],
  sign: 1 | -1,
): Taxed[] {
  const isDue = whole.map(({ amount, taxable_value }) => amount !== taxable_value);
  return some.filter((_, index) => isDue[index]).map((part) => taxed(part, sign));
}

function taxed(part: AdvancePart, sign: 1 | -1): Taxed {
  return {
    rate: part.tax_rate ?? 0,
    taxable_value: signed(sign, part.taxable_value),
    igst_amount: signed(sign, part.igst_amount),
    cgst_amount: signed(sign, part.cgst_amount),
    sgst_amount: signed(sign, part.sgst_amount),
  };
}

function byRate(lines: readonly Taxed[]): Map<number, Sums> {
  const rates = new Map<number, Sums>();
  for (const { rate, ...sums } of lines) rates.set(rate, plus(rates.get(rate) ?? noSums, sums));
  return rates;
}

function supplyKeyOf({
  voucher,
}: ReportedAdvance): Pick<AdvanceRow, 'place_of_supply' | 'is_between_states'> {
  const { place_of_supply, seller } = voucher;
  // Where the place is not known it counts as between states.
  const is_between_states = place_of_supply === null || isBetweenStates(voucher, seller.state_code);
  return { place_of_supply, is_between_states };
}
