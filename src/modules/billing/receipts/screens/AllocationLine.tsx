import { TextInput } from '@mantine/core';
import { type KeyboardEvent, memo, useId } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { LinePart, Payable, TypedLine } from '../receipt-form.rules';
import { allocationFields } from '../receipts.fields';
import classes from './AllocationLines.module.css';

interface Props extends TypedLine {
  invoice: Payable;
  parts: readonly LinePart[];
  /** The input that has the problem. */
  wrong: LinePart | null;
  message: string | null;
  onChange: (id: number, part: LinePart, text: string) => void;
}

/** An unpaid document and its share in a receipt, a payment or in credit. Up and Down lead to the same input of the next one. */
export const AllocationLine = memo(function AllocationLine(props: Props) {
  const { invoice, parts, wrong, message, onChange } = props;
  const messageId = useId();
  return (
    <div className={classes.line} role="group" aria-label={invoice.invoice_number}>
      <div className={classes.invoice}>
        {invoice.invoice_number}
        <SoftText as="div" small>
          Due {formatDay(invoice.due_date)}
        </SoftText>
      </div>
      <span className={classes.sum}>
        <span className={classes.label}>Balance</span>
        <span className="amount">{formatMoney(invoice.balance_due, 'INR')}</span>
      </span>
      {parts.map((part) => (
        <TextInput
          key={part}
          label={allocationFields[part].label}
          data-part={part}
          inputMode="decimal"
          autoComplete="off"
          value={props[part]}
          error={wrong === part}
          aria-describedby={wrong === part ? messageId : undefined}
          onChange={(event) => onChange(invoice.id, part, event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={moveOnArrow}
        />
      ))}
      {message === null ? null : (
        <p className={classes.message} id={messageId}>
          {message}
        </p>
      )}
    </div>
  );
});

function moveOnArrow(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { part } = event.currentTarget.dataset;
  if (step === undefined || event.nativeEvent.isComposing) return;
  const all = event.currentTarget.closest('section')?.querySelectorAll<HTMLInputElement>('input');
  const column = [...(all ?? [])].filter((input) => input.dataset['part'] === part);
  event.preventDefault();
  column[column.indexOf(event.currentTarget) + step]?.focus();
}
