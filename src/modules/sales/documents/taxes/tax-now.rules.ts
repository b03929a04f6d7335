import {
  discounted,
  documentDiscountProblem,
  noDiscount,
  type SentDiscount,
  sentDiscount,
} from '../lines/discounts.rules';
import { gstSumsOf, taxParts } from './gst-amounts.rules';
import type { LineSubject } from '../lines/lines.rules';
import { hasGoods } from './taxation.rules';
import type { PreviewLine, TaxPreview, TaxPreviewBody } from './tax-preview.fields';
import { discountOf, type PricedLine, taxableValue } from '../lines/totals.rules';

/** A line as the forms ask about it. */
export interface PreviewQueryLine extends LineSubject, PricedLine {
  hsn_code: string | null;
  tax_class_id: number | null;
}

export interface PreviewQuery
  extends Omit<TaxPreviewBody, 'lines' | keyof SentDiscount>,
    SentDiscount {
  lines: PreviewQueryLine[];
}

/** What the server said of lines of one product, service or class: it holds for any quantity and price. */
type LineTaxing = Pick<PreviewLine, 'unit' | 'tax_class_id' | 'tax_treatment' | 'tax_rate'> & {
  /** Of the product or service; null where a line said its own. */
  hsn_code: string | null;
};

/**
 * Updates a preview to the lines that were typed since, by the server's own rules: the same supply, and lines whose
 * rates it knows. Gives null where only the server knows (docs/product/tax.md#one-computation). Unchanged lines are not
 * computed again.
 */
export function previewSince(
  question: PreviewQuery,
  preview: TaxPreview,
  roundsToRupee: boolean,
): (now: PreviewQuery) => TaxPreview | null {
  const byLine = new Map<string, LineTaxing>();
  const taxed = new WeakMap<PreviewQueryLine, PreviewLine>();
  const isDiscounted = preview.discount_amount > 0;
  for (const [at, line] of question.lines.entries()) {
    const previewed = preview.lines[at];
    if (!previewed) continue;
    byLine.set(subjectOf(line), taxingOf(line, previewed));
    if (!isDiscounted) taxed.set(line, previewed);
  }
  const supply = supplyText(question);
  const taxedNow = (line: PreviewQueryLine, discount_share: number): PreviewLine | null => {
    const before = discount_share === 0 ? taxed.get(line) : undefined;
    if (before) return before;
    const taxing = byLine.get(subjectOf(line));
    if (!taxing) return null;
    const retaxed = taxLine({ ...line, discount_share }, taxing, preview.split);
    if (discount_share === 0) taxed.set(line, retaxed);
    return retaxed;
  };
  return (now) => {
    if (supplyText(now) !== supply) return null;
    const discount = sentDiscount(now, noDiscount);
    if (documentDiscountProblem(now.lines, discount) !== null) return null;
    const spread = discounted(now.lines, discount);
    const lines = now.lines
      .map((line, at) => taxedNow(line, spread.lines[at]?.discount_share ?? 0))
      .filter((line) => line !== null);
    if (lines.length < now.lines.length) return null;
    const { tax_rate: _rate, ...amounts } = gstSumsOf(lines, roundsToRupee);
    return { ...preview, ...amounts, ...spread.discount, lines };
  };
}

function subjectOf({ product_id, service_id, tax_class_id }: PreviewQueryLine): string {
  return `${product_id} ${service_id} ${tax_class_id}`;
}

function taxingOf({ hsn_code }: PreviewQueryLine, previewed: PreviewLine): LineTaxing {
  const { unit, tax_class_id, tax_treatment, tax_rate } = previewed;
  return {
    unit,
    tax_class_id,
    tax_treatment,
    tax_rate,
    hsn_code: hsn_code ? null : previewed.hsn_code,
  };
}

// A product's or service's own code is the same before and after.
const noCatalogue = { products: new Map(), services: new Map() } as const;

/** All that the rates and the split of the tax depend on besides the lines, and whether there are goods among these. */
function supplyText({
  lines,
  discount_percent: _percent,
  discount_amount: _amount,
  ...supply
}: PreviewQuery): string {
  return JSON.stringify([supply, hasGoods(lines, noCatalogue)]);
}

function taxLine(
  line: PreviewQueryLine & { discount_share: number },
  taxing: LineTaxing,
  split: TaxPreview['split'],
): PreviewLine {
  const taxable_value = taxableValue(line);
  return {
    ...taxing,
    hsn_code: line.hsn_code ?? taxing.hsn_code,
    discount_percent: line.discount_percent ?? null,
    discount_amount: discountOf(line),
    discount_share: line.discount_share,
    taxable_value,
    ...taxParts(taxable_value, taxing.tax_rate, split),
  };
}
