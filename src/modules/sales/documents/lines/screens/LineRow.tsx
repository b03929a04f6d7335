import { TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { lineTotal } from '../totals.rules';
import {
  isBelow,
  isTakenAway,
  pricedOf,
  settledQuantity,
  type TypedLine,
} from '../typed-lines.rules';
import { leaveOnWheel } from '~/kit/ui/form/FieldInput';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { classNames } from '~/kit/ui/theme/classNames';
import { useNear } from './useNear';
import classes from './LineRow.module.css';

interface Props {
  /** The line's name in messages: "Item 2". */
  name: string;
  /** The name of its product or service, where it is far from the visible lines (`NearLines`). */
  title?: string;
  index: number;
  isAdded?: boolean;
  line: TypedLine;
  /** Of its quantity. */
  decimals: number;
  /**
   * The smallest quantity where less does not remove the line: with 1, less becomes 1; with 0, the form refuses less
   * than 0.
   */
  least?: 0 | 1;
  onChange: (change: Partial<TypedLine>) => void;
  onLeave?: (name: keyof TypedLine) => void;
  onRemove: () => void;
  children: ReactNode;
  note?: ReactNode;
  below?: ReactNode;
  errors?: { quantity?: ReactNode; unit_price?: ReactNode };
  locked?: boolean;
}

/**
 * One editable line of a document: what, how much, at what price, and its total. When its input loses focus, a quantity
 * that is not a number becomes 1, and 0 or below removes the line (docs/product/screens.md#lines-of-a-document). Shared
 * by orders and invoices.
 */
export function LineRow(props: Props) {
  const { name, line, decimals, index, isAdded = false } = props;
  const { ref, isNear } = useNear({ index, isAdded });
  const total = formatMoney(lineTotal(pricedOf(line, { decimals })), 'INR');
  return (
    <div
      className={classes.row}
      role="group"
      aria-label={name}
      ref={ref}
      data-resting={!isNear || undefined}
    >
      {isNear ? (
        <LineInputs {...props} total={total} />
      ) : (
        <div className={classes.resting}>
          <span>{props.title}</span>
          <span className="amount">{`${line.quantity} × ₹${line.unit_price} = ${total}`}</span>
        </div>
      )}
    </div>
  );
}

function LineInputs({ total, ...props }: Props & { total: string }) {
  const { name, line, children, note, below, errors, locked = false } = props;
  const { onChange, onLeave, onRemove } = props;
  return (
    <>
      <div className={classes.what}>
        {children}
        <div className={classes.note}>{note}</div>
      </div>
      <QuantityInput {...props} />
      <NumberInput
        label="Unit Price"
        value={line.unit_price}
        min={0}
        step={0.01}
        inputMode="decimal"
        error={errors?.unit_price}
        locked={locked}
        sign="₹"
        onType={(unit_price) => onChange({ unit_price })}
        onLeave={() => onLeave?.('unit_price')}
      />
      <div className={classes.total}>
        <span className={classes.totalLabel}>Total</span>
        <span className="amount">{total}</span>
      </div>
      {locked ? null : (
        <RemoveButton
          className={classNames(classes.remove)}
          label={`Remove ${name}`}
          onRemove={onRemove}
        />
      )}
      {below ? <div className={classes.below}>{below}</div> : null}
    </>
  );
}

/** Takes the line away at a quantity of 0, where no least one is given. */
function QuantityInput({ line, decimals, least, onChange, onLeave, onRemove, ...props }: Props) {
  const whole = decimals === 0;
  // Fractions begin with 0: "0.5" can only be judged when the input loses focus.
  const type = (quantity: string) => {
    if (whole && least === undefined && isTakenAway(quantity)) onRemove();
    else onChange({ quantity });
  };
  const leave = () => {
    const quantity = settledQuantity(line.quantity, decimals);
    if (least === undefined && isTakenAway(line.quantity)) onRemove();
    else onChange({ quantity: least === 1 && isBelow(quantity, 1) ? '1' : quantity });
    onLeave?.('quantity');
  };
  return (
    <NumberInput
      label="Quantity"
      value={line.quantity}
      min={least ?? (whole ? 1 : 0)}
      step={1}
      inputMode={whole ? 'numeric' : 'decimal'}
      error={props.errors?.quantity}
      locked={props.locked ?? false}
      onType={type}
      onLeave={leave}
    />
  );
}

interface NumberProps {
  label: string;
  value: string;
  min: number;
  step: number;
  inputMode: 'numeric' | 'decimal';
  sign?: string;
  error: ReactNode;
  locked: boolean;
  onType: (text: string) => void;
  onLeave: () => void;
}

function NumberInput({ label, sign, locked, onType, onLeave, ...input }: NumberProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      {...input}
      ref={field}
      className={classNames(classes.number)}
      type="number"
      label={label}
      leftSection={sign}
      readOnly={locked}
      autoComplete="off"
      onChange={(event) => onType(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        // A number input reports incomplete input as '' yet still displays it, so it is cleared here.
        if (field.current?.validity.badInput) field.current.value = '';
        onLeave();
      }}
      onWheel={leaveOnWheel}
    />
  );
}
