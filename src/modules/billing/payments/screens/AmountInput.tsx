import { Button, TextInput } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { type FieldInputProps, leaveOnWheel } from '~/kit/ui/form/FieldInput';
import classes from './AmountInput.module.css';

interface Props extends FieldInputProps {
  /** The balance in rupees; null before an invoice is chosen. */
  balance: number | null;
}

/** How much is paid, with "Pay Full Amount" (docs/product/payments.md#amount). */
export function AmountInput({ balance, required, onChange, ...input }: Props) {
  return (
    <>
      <TextInput
        {...input}
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        leftSection="₹"
        aria-required={required || undefined}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onWheel={leaveOnWheel}
      />
      {balance === null ? null : (
        <p className={classes.paymentBalance}>
          Balance due {formatMoney(balance, 'INR')}
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(String(balance))}>
            Pay Full Amount
          </Button>
        </p>
      )}
    </>
  );
}
