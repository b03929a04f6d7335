import { Input, NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { discountUnits, type TypedDiscount } from '../typed-discounts.rules';
import classes from './DiscountField.module.css';

type Field = 'discount_percent' | 'discount_amount';

interface Props {
  form: {
    typed: { discount: TypedDiscount };
    change: (part: { discount: TypedDiscount }) => void;
    errorOf: (field: Field) => ReactNode;
    leave: (field: Field) => void;
  };
  locked?: boolean;
}

/** The discount on a whole document, in percent or rupees (docs/product/tax.md#discounts). */
export function DiscountField({ form, locked = false }: Props) {
  const { errorOf } = form;
  const typed = form.typed.discount;
  const change = (part: Partial<TypedDiscount>) => form.change({ discount: { ...typed, ...part } });
  const id = useId();
  const error = errorOf('discount_percent') || errorOf('discount_amount');
  const leave = () => form.leave(typed.unit === 'percent' ? 'discount_percent' : 'discount_amount');
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
          onChange={(event) => change({ value: event.currentTarget.value })}
          onBlur={leave}
        />
        <NativeSelect
          aria-label="Discount in"
          value={typed.unit}
          disabled={locked}
          data={[...discountUnits]}
          onChange={(event) => {
            const unit = discountUnits.find(({ value }) => value === event.currentTarget.value);
            if (unit) change({ unit: unit.value });
          }}
          onBlur={leave}
        />
      </div>
    </Input.Wrapper>
  );
}
