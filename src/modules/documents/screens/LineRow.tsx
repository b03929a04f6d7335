import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, type WheelEvent } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { lineTotal } from '../totals.rules';
import {
  isBelow,
  isTakenAway,
  pricedOf,
  settledQuantity,
  type TypedLine,
} from '../typed-lines.rules';
import { classNames } from '~/kit/ui/elements/classNames';
import classes from './LineRow.module.css';

interface Props {
  /** What the line is called in messages: "Item 2". */
  name: string;
  line: TypedLine;
  /** Only whole units are sold. */
  whole: boolean;
  /** The smallest quantity, where less does not take the line away: less than 1 becomes 1, less than 0 is the form's to refuse. */
  least?: 0 | 1;
  onChange: (change: Partial<TypedLine>) => void;
  /** The input was left: its message may be told. */
  onLeave?: (name: keyof TypedLine) => void;
  onRemove: () => void;
  /** What the line charges for: a picker, perhaps a description. */
  children: ReactNode;
  /** In the room under it that a message may take: its stock. */
  note?: ReactNode;
  /** Across the line's width: its notes. */
  below?: ReactNode;
  errors?: { quantity?: ReactNode; unit_price?: ReactNode } | undefined;
  /** It can be read but not changed. */
  locked?: boolean;
}

/**
 * One line of a document that is being typed: what, how much, at what price, and what that comes to. A quantity that is
 * none falls back to 1 when it is left, 0 or below takes the line away (docs/product/screens.md#lines-of-a-document).
 * Orders and invoices use it.
 */
export function LineRow({ name, line, whole, onChange, onRemove, children, ...props }: Props) {
  const { note, below, errors, least, locked = false, onLeave } = props;
  // A part of a unit begins with 0: "0.5" is judged when it is left.
  const type = (quantity: string) => {
    if (whole && least === undefined && isTakenAway(quantity)) onRemove();
    else onChange({ quantity });
  };
  const leave = () => {
    const quantity = settledQuantity(line.quantity, { whole });
    if (least === undefined && isTakenAway(line.quantity)) onRemove();
    else onChange({ quantity: least === 1 && isBelow(quantity, 1) ? '1' : quantity });
    onLeave?.('quantity');
  };
  return (
    <div className={classes.row} role="group" aria-label={name}>
      <div className={classes.what}>
        {children}
        <div className={classes.note}>{note}</div>
      </div>
      <NumberInput
        label="Quantity"
        value={line.quantity}
        min={least ?? (whole ? 1 : 0)}
        step={1}
        inputMode={whole ? 'numeric' : 'decimal'}
        error={errors?.quantity}
        locked={locked}
        onType={type}
        onLeave={leave}
      />
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
        <span className="amount">{formatMoney(lineTotal(pricedOf(line, { whole })), 'INR')}</span>
      </div>
      {locked ? null : (
        <ActionIcon
          className={classNames(classes.remove)}
          variant="subtle"
          color="gray"
          size={34}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      {below ? <div className={classes.below}>{below}</div> : null}
    </div>
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
      onBlur={() => {
        // Half a number has no text that could be read back; the browser shows it all the same.
        if (field.current?.validity.badInput) field.current.value = '';
        onLeave();
      }}
      onWheel={leaveOnWheel}
    />
  );
}

// Scrolling the form must not change the number under the pointer.
function leaveOnWheel(event: WheelEvent<HTMLInputElement>) {
  event.currentTarget.blur();
}
