import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { formatMoney } from '~/kit/shared/money/money';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import * as field from '~/kit/shared/fields/fields';
import { type FieldInputProps, leaveOnWheel } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Typed } from '~/kit/ui/form/formValues';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { InvoiceFormProps } from '~/modules/billing/invoices/screens/InvoiceDialogs';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { amountProblem, roundedTyped } from '../amounts.rules';
import { paymentFields } from '../payments.fields';
import { paymentDateProblem } from '../payments.rules';
import { PayerPicker, UnpaidInvoicePicker } from './PayerPickers';
import type { NewPayment } from '../requests.schema';
import { recordPayment } from './payments.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './PaymentForm.module.css';

const { invoice_id, amount, payment_method, payment_date, reference_number, notes, custom } =
  paymentFields;
const formFields = {
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  invoice_id,
  amount,
  payment_method: { ...payment_method, label: 'Payment Method' },
  payment_date,
  reference_number,
  notes,
  custom,
};

const paymentNames = [
  'amount',
  'payment_method',
  'payment_date',
  'reference_number',
  'notes',
] as const;
const anySections = [{ title: '', names: ['customer_id', 'invoice_id', ...paymentNames] }] as const;
const oneSections = [{ title: '', names: paymentNames }] as const;

const texts = orServerError('Failed to record payment');

/** "Record Payment" for any invoice: customer, then invoice, then amount (docs/product/payments.md#form). */
export default function PaymentForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return <RecordDialog opened={opened} invoice={null} invoices={null} onClose={onClose} />;
}

/** "Record Payment" for one invoice (docs/product/payments.md#form). */
export function InvoicePaymentForm(props: InvoiceFormProps) {
  return <RecordDialog opened={props.invoice !== null} {...props} />;
}

interface Props extends Omit<InvoiceFormProps, 'invoices'> {
  opened: boolean;
  invoices: InvoiceFormProps['invoices'] | null;
}

const none: readonly Invoice[] = [];

function RecordDialog({ opened, invoices, invoice, onClose }: Props) {
  const { today } = useCompany();
  const [offered, setOffered] = useState(none);
  const balanceOf = (typed: Typed) =>
    (invoice ?? offered.find((each) => String(each.id) === typed['invoice_id']))?.balance_due ??
    null;
  const initial = useMemo(
    () => ({
      payment_method: 'cash' as const,
      payment_date: today,
      amount: invoice?.balance_due ?? 0,
      ...(invoice ? { invoice_id: invoice.id, customer_id: invoice.customer_id } : {}),
    }),
    [invoice, today],
  );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Record Payment"
      subject={invoice?.id}
      size="lg"
      fields={formFields}
      initial={initial}
      // Not by the invoice: while the dialog closes, there is none.
      sections={invoices ? oneSections : anySections}
      required={['customer_id', 'invoice_id', 'amount', 'payment_method', 'payment_date']}
      follow={(name, typed) => follow(name, typed, balanceOf)}
      inputs={(typed) => inputs(typed, balanceOf(typed), setOffered)}
      check={(name, typed) => {
        const balance = balanceOf(typed);
        const payment_date = typed['payment_date'] ?? '';
        if (name === 'payment_date')
          return paymentDateProblem({ status: 'completed', payment_date }, today);
        if (name !== 'amount' || balance === null) return null;
        return amountProblem(amountOf(typed), balance);
      }}
      blocked={(typed) => missing(typed, invoice)}
      submitLabel="Record Payment"
      savingLabel="Recording..."
      failed={texts}
      onSubmit={async ({ customer_id: _payer, ...values }, sendKey) => {
        await recordPayment(values as NewPayment, sendKey);
        // Changes tell it too, while connected.
        if (invoice) invoices?.refresh(invoice.id).catch(() => undefined);
        return 'Payment recorded successfully!';
      }}
    >
      {invoice ? (
        <SoftText>
          For invoice {invoice.invoice_number} of {invoice.customer_name}
        </SoftText>
      ) : null}
    </FormDialog>
  );
}

function follow(name: string, typed: Typed, balanceOf: (typed: Typed) => number | null): Typed {
  if (name === 'customer_id') return { invoice_id: '', amount: '0' };
  if (name === 'invoice_id') return { amount: String(balanceOf(typed) ?? 0) };
  return name === 'amount' ? { amount: roundedTyped(typed['amount'] ?? '') } : {};
}

function inputs(
  typed: Typed,
  balance: number | null,
  onOffered: (invoices: readonly Invoice[]) => void,
) {
  const customer = typed['customer_id'] ? Number(typed['customer_id']) : null;
  return {
    customer_id: (props: FieldInputProps) => <PayerPicker {...props} />,
    invoice_id: (props: FieldInputProps) => (
      <UnpaidInvoicePicker {...props} customer={customer} withDrafts onOffered={onOffered} />
    ),
    amount: (props: FieldInputProps) => <AmountInput {...props} balance={balance} />,
  };
}

interface AmountProps extends FieldInputProps {
  /** The balance in rupees; null before an invoice is chosen. */
  balance: number | null;
}

/** How much is paid, with "Pay Full Amount" (docs/product/payments.md#amount). */
function AmountInput({ balance, required, onChange, ...input }: AmountProps) {
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

function amountOf(typed: Typed): number {
  return parseNumber(typed['amount'] ?? '', 'INR') ?? 0;
}

/** Why the payment cannot be recorded yet (docs/product/payments.md#amount). */
function missing(typed: Typed, invoice: Invoice | null): string | null {
  const isPaid = amountOf(typed) > 0;
  if (invoice) return isPaid ? null : 'Please enter a valid payment amount';
  return typed['invoice_id'] && isPaid
    ? null
    : 'Please select an invoice and enter a valid payment amount';
}
