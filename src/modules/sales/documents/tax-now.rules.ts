import {
  discounted,
  documentDiscountProblem,
  noDiscount,
  type SaidDiscount,
  saidDiscount,
} from './discounts.rules';
import { gstSumsOf, taxParts } from './gst-amounts.rules';
import type { LineSubject } from './lines.rules';
import { hasGoods } from './taxation.rules';
import type { PreviewLine, TaxPreview, TaxPreviewBody } from './tax-preview.fields';
import { discountOf, type PricedLine, taxableValue } from './totals.rules';

/** A line as the forms ask about it. */
export interface AskedLine extends LineSubject, PricedLine {
  hsn_code: string | null;
  tax_class_id: number | null;
}

export interface AskedDocument
  extends Omit<TaxPreviewBody, 'lines' | keyof SaidDiscount>,
    SaidDiscount {
  lines: AskedLine[];
}

/** What the server said of lines of one product, service or class: it holds for any quantity and price. */
type Known = Pick<PreviewLine, 'unit' | 'tax_class_id' | 'tax_treatment' | 'tax_rate'> & {
  /** Of the product or service; null where a line said its own. */
  hsn_code: string | null;
};

/**
 * A preview brought up to what is typed since, by the server's own rules: the same supply, and lines of which it has
 * told the rates. Gives null where it takes the server to know (docs/product/tax.md#one-computation). Lines that it has
 * seen before are not computed again.
 */
export function previewSince(
  question: AskedDocument,
  answer: TaxPreview,
  roundsToRupee: boolean,
): (now: AskedDocument) => TaxPreview | null {
  const known = new Map<string, Known>();
  const taxed = new WeakMap<AskedLine, PreviewLine>();
  const isDiscounted = answer.discount_amount > 0;
  for (const [at, line] of question.lines.entries()) {
    const said = answer.lines[at];
    if (!said) continue;
    known.set(subjectOf(line), knownOf(line, said));
    if (!isDiscounted) taxed.set(line, said);
  }
  const supply = supplyText(question);
  const taxedNow = (line: AskedLine, discount_share: number): PreviewLine | null => {
    const before = discount_share === 0 ? taxed.get(line) : undefined;
    if (before) return before;
    const facts = known.get(subjectOf(line));
    if (!facts) return null;
    const made = taxLine({ ...line, discount_share }, facts, answer.split);
    if (discount_share === 0) taxed.set(line, made);
    return made;
  };
  return (now) => {
    if (supplyText(now) !== supply) return null;
    const discount = saidDiscount(now, noDiscount);
    if (documentDiscountProblem(now.lines, discount) !== null) return null;
    const spread = discounted(now.lines, discount);
    const lines = now.lines
      .map((line, at) => taxedNow(line, spread.lines[at]?.discount_share ?? 0))
      .filter((line) => line !== null);
    if (lines.length < now.lines.length) return null;
    const { tax_rate: _rate, ...amounts } = gstSumsOf(lines, roundsToRupee);
    return { ...answer, ...amounts, ...spread.discount, lines };
  };
}

function subjectOf({ product_id, service_id, tax_class_id }: AskedLine): string {
  return `${product_id} ${service_id} ${tax_class_id}`;
}

function knownOf({ hsn_code }: AskedLine, said: PreviewLine): Known {
  const { unit, tax_class_id, tax_treatment, tax_rate } = said;
  return { unit, tax_class_id, tax_treatment, tax_rate, hsn_code: hsn_code ? null : said.hsn_code };
}

// A product's or service's own code is the same before and after.
const noCatalogue = { products: new Map(), services: new Map() } as const;

/** All that the rates and the split of the tax depend on besides the lines, and whether there are goods among these. */
function supplyText({
  lines,
  discount_percent: _percent,
  discount_amount: _amount,
  ...supply
}: AskedDocument): string {
  return JSON.stringify([supply, hasGoods(lines, noCatalogue)]);
}

function taxLine(
  line: AskedLine & { discount_share: number },
  known: Known,
  split: TaxPreview['split'],
): PreviewLine {
  const taxable_value = taxableValue(line);
  return {
    ...known,
    hsn_code: line.hsn_code ?? known.hsn_code,
    discount_percent: line.discount_percent ?? null,
    discount_amount: discountOf(line),
    discount_share: line.discount_share,
    taxable_value,
    ...taxParts(taxable_value, known.tax_rate, split),
  };
}
