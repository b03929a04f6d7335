import { NativeSelect, TextInput } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import type { DocumentDiscount } from '../discounts.rules';
import { discountSums } from '../../taxes/tax-texts.rules';
import type { Totals } from '../totals.rules';
import { classNames } from '~/kit/ui/elements/classNames';
import classes from './LineTotals.module.css';

interface Props {
  totals: Totals & DocumentDiscount;
  /** Percent. */
  taxRate: number;
  /** Absent where the rate is fixed. */
  onTaxRate?: ((rate: number) => void) | undefined;
  /** Offered besides the usual rates: the one of the settings, the record's own. */
  otherRates: readonly number[];
}

// The slabs of GST.
const usualRates = [0, 5, 10, 12, 18, 28];

/**
 * Subtotal, tax and total of a document as its lines are typed, with the rate to choose
 * (docs/product/screens.md#lines-of-a-document).
 */
export function LineTotals({ totals, taxRate, onTaxRate, otherRates }: Props) {
  const rates = [...new Set([...usualRates, ...otherRates, taxRate])].sort(
    (one, other) => one - other,
  );
  return (
    <div className={classes.totals}>
      {onTaxRate ? (
        <NativeSelect
          label="Tax Rate"
          className={classNames(classes.rate)}
          data={rates.map((rate) => ({ value: String(rate), label: `${rate}%` }))}
          value={String(taxRate)}
          onChange={(event) => onTaxRate(Number(event.currentTarget.value))}
        />
      ) : (
        <TextInput
          label="Tax Rate"
          className={classNames(classes.rate)}
          value={`${taxRate}%`}
          variant="unstyled"
          readOnly
        />
      )}
      <dl className={classes.sums}>
        {discountSums(totals).map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount, 'INR')}</dd>
          </div>
        ))}
        <div>
          <dt>Subtotal</dt>
          <dd>{formatMoney(totals.subtotal, 'INR')}</dd>
        </div>
        <div>
          <dt>Tax ({taxRate}%)</dt>
          <dd>{formatMoney(totals.tax_amount, 'INR')}</dd>
        </div>
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{formatMoney(totals.total_amount, 'INR')}</dd>
        </div>
      </dl>
    </div>
  );
}
