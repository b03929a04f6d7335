import { AppError, invalid } from '~/kit/server/errors';
import type { TaxSplit } from '~/modules/tax/supply.rules';
import type { NotableLine, NoteKind } from '../credit-notes.fields';
import { itemProblem, itemTaxes, pricedItem } from '../note-amounts.rules';
import type { SentItem } from '../requests.fields';
import type { NewNoteLine } from './lines.queries';

/**
 * The lines to store of what was chosen of an invoice (docs/product/credit-notes.md#lines). 400 for a line of another
 * invoice, one that is there twice, or more than was invoiced; 409 for more than other credit notes have left.
 */
export function chosenLines(
  kind: NoteKind,
  items: readonly SentItem[],
  { notable, split }: { notable: readonly NotableLine[]; split: TaxSplit },
): NewNoteLine[] {
  const left = new Map(notable.map((line) => [line.id, line]));
  const chosen = new Set<number>();
  return items.map((item, index) => {
    const { invoice_line_id } = item;
    const line = left.get(invoice_line_id);
    const place = `items.${index}`;
    if (!line) throw invalid(`${place}.invoice_line_id`, 'The invoice has no such line');
    if (chosen.has(line.id))
      throw invalid(`${place}.invoice_line_id`, `"${line.description}" is there twice`);
    chosen.add(line.id);
    const problem = itemProblem(kind, line, item);
    if (problem) {
      const field = `${place}.${problem.field}`;
      if (!problem.isTaken) throw invalid(field, problem.message);
      const details = [{ field, message: problem.message }];
      throw new AppError('note.already_credited', 409, problem.message, { details });
    }
    const { description, hsn_code, unit, tax_treatment, tax_rate } = line;
    const priced = pricedItem(kind, line, item);
    const { line_total } = priced;
    return {
      invoice_line_id,
      description,
      ...priced,
      taxable_value: line_total,
      ...itemTaxes(kind, line, { line_total, split }),
      hsn_code,
      unit,
      tax_treatment,
      tax_rate,
    };
  });
}
