import { Checkbox, TextInput } from '@mantine/core';
import { formatMoney, formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { RemainingInvoice, NotableLine } from '../credit-notes.fields';
import type { ReadItems } from '../note-form.rules';
import { sumsOf } from '../note-sums.rules';
import type { NoteItemsForm } from './useNoteItems';
import classes from './NoteForm.module.css';

interface Props {
  remaining: RemainingInvoice;
  form: NoteItemsForm & { read: ReadItems };
}

/** The lines of the invoice to choose from, each with its quantity and price, and what the note comes to. */
export function NoteItems({ remaining, form }: Props) {
  const { invoice, read } = form;
  return (
    <section aria-label="Items">
      <h3>Items of the Invoice</h3>
      <ul className={classes.items}>
        {remaining.lines.map((line) => (
          <Item key={line.id} line={line} form={form} />
        ))}
      </ul>
      {invoice && read.amounts ? (
        <dl className={classes.sums} aria-label="Totals">
          {sumsOf({ ...read.amounts, tax_mode: invoice.tax_mode }).map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatMoney(amount, 'INR')}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

function Item({ line, form }: { line: NotableLine; form: Props['form'] }) {
  const { isChosen, quantity, unit_price } = form.typedOf(line);
  const problem = form.read.problems.get(line.id);
  const input = (name: 'quantity' | 'unit_price') => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    disabled: !isChosen,
    error: problem?.field === name ? problem.message : null,
    onChange: (event: { currentTarget: { value: string } }) =>
      form.change(line, { [name]: event.currentTarget.value }),
  });
  return (
    <li className={classes.item}>
      <div>
        <Checkbox
          label={line.description}
          checked={isChosen}
          onChange={(event) => form.change(line, { isChosen: event.currentTarget.checked })}
        />
        <SoftText small>{stockOf(line)}</SoftText>
      </div>
      <TextInput
        {...input('quantity')}
        label="Quantity"
        aria-label={`Quantity of ${line.description}`}
        value={quantity}
      />
      <TextInput
        {...input('unit_price')}
        label="Unit Price"
        aria-label={`Unit price of ${line.description}`}
        leftSection={<SoftText as="span">₹</SoftText>}
        value={unit_price}
      />
    </li>
  );
}

function stockOf({ quantity, unit_price, left_quantity }: NotableLine): string {
  const invoiced = `${formatNumber(quantity)} at ${formatPrice(unit_price)} invoiced`;
  if (left_quantity === quantity) return invoiced;
  return `${invoiced}, ${formatNumber(left_quantity)} left to credit`;
}
