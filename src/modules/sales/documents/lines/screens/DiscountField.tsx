import { Input, NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
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
  const id = useId();
  const error = errorOf('discount_percent') || errorOf('discount_amount');
  const leave = () => onLeave(typed.unit === 'percent' ? 'discount_percent' : 'discount_amount');
  return (
    <Input.Wrapper id={id} label="Discount" error={error} className={classes.discount ?? ''}>
      <div className={classes.inputs}>
        <Input
          id={id}
          value={typed.value}
          readOnly={locked}
          inputMode="decimal"
          autoComplete="off"
          error={Boolean(error)}
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
    </Input.Wrapper>
  );
}
