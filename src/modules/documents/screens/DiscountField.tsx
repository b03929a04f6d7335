import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { discountUnits, type TypedDiscount } from '../typed-discounts.rules';
import classes from './DiscountField.module.css';

type Field = 'discount_percent' | 'discount_amount';

interface Props {
  typed: TypedDiscount;
  locked?: boolean;
  errorOf: (field: Field) => ReactNode;
  onChange: (discount: TypedDiscount) => void;
  onLeave: (field: Field) => void;
}

/** The discount on a whole document, in percent or rupees (docs/product/tax.md#discounts). */
export function DiscountField({ typed, locked = false, errorOf, onChange, onLeave }: Props) {
  const leave = () => onLeave(typed.unit === 'percent' ? 'discount_percent' : 'discount_amount');
  return (
    <div className={classes.discount}>
      <TextInput
        label="Discount"
        value={typed.value}
        readOnly={locked}
        inputMode="decimal"
        autoComplete="off"
        error={errorOf('discount_percent') || errorOf('discount_amount')}
        onChange={(event) => onChange({ ...typed, value: event.currentTarget.value })}
        onBlur={leave}
      />
      <NativeSelect
        aria-label="Discount in"
        value={typed.unit}
        disabled={locked}
        data={[...discountUnits]}
        onChange={(event) => {
          const unit = discountUnits.find(({ value }) => value === event.currentTarget.value);
          if (unit) onChange({ ...typed, unit: unit.value });
        }}
        onBlur={leave}
      />
    </div>
  );
}
