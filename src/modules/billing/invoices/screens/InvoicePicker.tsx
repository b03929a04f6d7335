import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { ComponentProps } from 'react';
import type { Invoice } from '../invoices.fields';

type Picking = ComponentProps<typeof RecordPicker<Invoice>>;

interface Props
  extends FieldInputProps,
    Pick<Picking, 'list' | 'isOffered' | 'search' | 'noteOf' | 'placeholder' | 'chosenName'> {
  disabled?: boolean;
  locked?: boolean;
  isFirst?: boolean;
}

const numberOf = (invoice: Invoice) => invoice.invoice_number;

/** Chooses an invoice in a form, of those that it offers. */
export function InvoicePicker({ value, onChange, name: _name, ...input }: Props) {
  return (
    <RecordPicker
      {...input}
      value={value === '' ? null : Number(value)}
      onChange={(invoice) => onChange(String(invoice.id))}
      nameOf={numberOf}
    />
  );
}
