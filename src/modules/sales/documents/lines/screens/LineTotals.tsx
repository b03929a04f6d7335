import { NativeSelect, TextInput } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import type { DocumentDiscount } from '../discounts.rules';
import { discountSums } from '../../taxes/tax-texts.rules';
import type { Totals } from '../totals.rules';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './LineTotals.module.css';

interface Props {
  form: {
    totals: Totals & DocumentDiscount;
    /** Percent. */
    rate: number;
    change: (values: { tax_rate: number }) => void;
  };
  /** Offered besides the usual rates and the record's own. */
  settingRate: number;
  isLocked?: boolean;
}

// The slabs of GST.
const usualRates = [0, 5, 10, 12, 18, 28];

/**
 * Subtotal, tax and total of a document as its lines are typed, with the rate to choose
 * (docs/product/screens.md#lines-of-a-document).
 */
export function LineTotals({ form, settingRate, isLocked = false }: Props) {
  const { totals, rate } = form;
  const rates = [...new Set([...usualRates, settingRate, rate])].sort((one, other) => one - other);
  return (
    <div className={classes.totals}>
      {isLocked ? (
        <TextInput
          label="Tax Rate"
          className={classNames(classes.rate)}
          value={`${rate}%`}
          variant="unstyled"
          readOnly
        />
      ) : (
        <NativeSelect
          label="Tax Rate"
          className={classNames(classes.rate)}
          data={rates.map((each) => ({ value: String(each), label: `${each}%` }))}
          value={String(rate)}
          onChange={(event) => form.change({ tax_rate: Number(event.currentTarget.value) })}
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
          <dt>Tax ({rate}%)</dt>
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
