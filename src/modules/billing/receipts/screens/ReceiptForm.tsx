import { NativeSelect, Textarea } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Typed } from '~/kit/ui/form/formValues';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useCustomers } from '~/modules/sales/customers/screens/customers.client';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { PayerPicker } from '~/modules/billing/payments/screens/PayerPickers';
import { longestBankLine, readBankLine } from '../bank-lines.rules';
import { receiptFields } from '../receipts.fields';
import { typedNumber } from '../receipt-form.rules';
import { canCover, receiptDateProblem } from '../receipts.rules';
import { AllocationLines } from './AllocationLines';
import type { Payer } from './RecordReceipt';
import { recordReceipt } from './receipts.client';
import { type Allocations, type AllocationsForm, useAllocations } from './useAllocations';

const { payment_method, reference_number, notes } = paymentFields;
const formFields = {
  bank_line: field.text({ label: 'Bank Line', max: longestBankLine }),
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  receipt_date: field.day({ label: 'Receipt Date', required: true }),
  payment_method: { ...payment_method, label: 'Payment Method' },
  reference_number,
  amount: field.money({
    label: 'Amount Received',
    required: true,
    currency: 'INR',
    max: maxAmount,
    step: 0.01,
    messages: { required: 'Please enter the amount' },
  }),
  tds_rate: field.percent({ label: 'TDS Rate (%)' }),
  notes,
  custom: receiptFields.custom,
};

const moneyNames = [
  'receipt_date',
  'payment_method',
  'reference_number',
  'amount',
  'tds_rate',
  'notes',
] as const;
const wide = ['bank_line'] as const;
const anySections = [
  { title: '', names: ['bank_line', 'customer_id', ...moneyNames], wide },
] as const;
const customerSections = [{ title: '', names: ['bank_line', ...moneyNames], wide }] as const;
const required = ['customer_id', 'receipt_date', 'payment_method', 'amount'] as const;

interface Props {
  opened: boolean;
  /** The payer, where it is known before. */
  customer?: Payer | null;
  onClose: () => void;
}

/** "Record Receipt" for a customer; closed while `customer` is null. */
export function CustomerReceiptForm(props: { customer: Payer | null; onClose: () => void }) {
  return <ReceiptForm opened={props.customer !== null} {...props} />;
}

/** "Record Receipt" for the customer of an invoice; closed while `invoice` is null. */
export function InvoiceReceiptForm({
  invoice,
  onClose,
}: {
  invoice: Invoice | null;
  onClose: () => void;
}) {
  const customer = invoice && { id: invoice.customer_id, company_name: invoice.customer_name };
  return <ReceiptForm opened={invoice !== null} customer={customer} onClose={onClose} />;
}

/** "Record Receipt": one sum over the unpaid invoices of a customer (docs/product/receipts.md#form). */
export default function ReceiptForm({ opened, customer = null, onClose }: Props) {
  return opened ? <OpenedForm customer={customer} onClose={onClose} /> : null;
}

function OpenedForm({ customer, onClose }: { customer: Payer | null; onClose: () => void }) {
  const { today } = useCompany();
  const { form, allocationsOf, record, supply } = useRecording(customer);
  const initial = useMemo(
    () => ({ payment_method: 'bank_transfer' as const, receipt_date: today }),
    [today],
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Record Receipt"
      subject={customer?.id}
      fields={formFields}
      initial={initial}
      sections={customer ? customerSections : anySections}
      required={required}
      follow={followingOf(form)}
      inputs={inputsOf}
      notes={notesAt}
      check={(name, typed) =>
        name === 'receipt_date' ? receiptDateProblem(typed['receipt_date'] ?? '', today) : null
      }
      blocked={(typed) => wrongIn(allocationsOf(typed), typedNumber(typed['amount']))}
      isChangedBeside={typeof form.filling === 'object'}
      submitLabel="Record Receipt"
      savingLabel="Recording..."
      failed={orServerError('Failed to record receipt')}
      onSubmit={({ bank_line: _read, ...values }) => record(values)}
    >
      {(typed) => (
        <>
          {customer ? <FixedPayer customer={customer} line={typed['bank_line'] ?? ''} /> : null}
          <AllocationLines
            form={form}
            allocations={allocationsOf(typed)}
            amount={typedNumber(typed['amount'])}
          >
            {supply}
          </AllocationLines>
        </>
      )}
    </FormDialog>
  );
}

type Values = Omit<PatchOf<typeof formFields>, 'bank_line'>;

/** The parts of the form besides its fields, and its call. */
function useRecording(customer: Payer | null) {
  const form = useAllocations(customer?.id ?? null);
  const supply = useSupply();
  const keyFor = useSendKey();
  const allocationsOf = (typed: Typed) =>
    form.of({
      party: (customer?.id ?? Number(typed['customer_id'])) || null,
      amount: typedNumber(typed['amount']),
      tdsRate: typedNumber(typed['tds_rate']),
    });
  const record = async ({ tds_rate, ...values }: Values) => {
    const customer_id = customer?.id ?? values.customer_id;
    const { amount = 0 } = values;
    const { allocations, sums } = allocationsOf(textsOf({ customer_id, amount, tds_rate }));
    const isRemaining = amount > sums.amount;
    const body = { ...values, customer_id, allocations, ...(isRemaining ? supply.sent : {}) };
    await form.send(allocations, () => recordReceipt(body, keyFor(body)));
    return 'Receipt recorded successfully';
  };
  return { form, allocationsOf, record, supply: supply.input };
}

const inputsOf = (typed: Typed) => ({
  customer_id: (props: FieldInputProps) => (
    <PayerOfLine {...props} line={typed['bank_line'] ?? ''} />
  ),
  // Of one row at first, so that the invoices stay in sight.
  notes: ({ onChange, required: _required, ...props }: FieldInputProps) => (
    <Textarea
      {...props}
      autosize
      minRows={1}
      maxRows={6}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
});

const notesAt = () => ({
  bank_line: {
    text: 'Paste a line of your bank statement to fill in the fields below',
    isDoubt: false,
  },
});

/** The payer of a form that is for one customer, and that its bank line names another one. */
function FixedPayer({ customer, line }: { customer: Payer; line: string }) {
  const { rows, long } = useCustomers();
  const other = useMemo(() => {
    const id = long ? null : readBankLine(line, rows).customer_id;
    return id === customer.id ? undefined : rows.find((row) => row.id === id);
  }, [rows, long, line, customer.id]);
  return (
    <>
      <SoftText>From {customer.company_name}</SoftText>
      <div role="status">
        {other ? <strong>The bank line names {other.company_name}</strong> : null}
      </div>
    </>
  );
}

function wrongIn({ wrong, sums }: Allocations, amount: number): string | null {
  if (wrong !== null) return wrong;
  const verdict = canCover({ amount }, sums);
  return verdict.ok ? null : verdict.message;
}

function textsOf(values: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value ?? '')]),
  );
}

/** The facts of a bank line fill the fields; another customer has other invoices. */
function followingOf({ fill }: AllocationsForm) {
  return (name: string, typed: Typed): Partial<Record<keyof typeof formFields, string>> => {
    if (name === 'customer_id') fill('oldest');
    if (name !== 'bank_line') return {};
    const { customer_id: _picked, ...read } = readBankLine(typed['bank_line'] ?? '', []);
    const found = Object.entries(read).filter(([, value]) => value !== null);
    return textsOf(Object.fromEntries(found));
  };
}

/** Chooses the customer whom a bank line names, as soon as customers are here, until another line is pasted. */
function PayerOfLine({ line, ...input }: FieldInputProps & { line: string }) {
  const customers = useCustomers();
  const onChange = useLatest(input.onChange);
  const read = useRef('');
  useEffect(() => {
    if (customers.state !== 'ready' || read.current === line) return;
    read.current = line;
    // Of a list that is not here whole, a name may be that of more customers.
    const { customer_id } = readBankLine(line, customers.long ? [] : customers.rows);
    if (customer_id !== null) onChange.current(String(customer_id));
  }, [customers, line, onChange]);
  return <PayerPicker {...input} />;
}

const supplies = [
  { value: 'goods', label: 'Goods' },
  { value: 'services', label: 'Services' },
] as const;
type Supply = (typeof supplies)[number]['value'];

/** By GST, the rest is an advance for goods or for services (docs/product/receipts.md#credit). */
function useSupply() {
  const isGst = useSettings().tax_mode === 'gst';
  const [supply, setSupply] = useState<Supply>('goods');
  if (!isGst) return { sent: {}, input: null };
  const input = (
    <NativeSelect
      label="Advance For"
      data={supplies}
      value={supply}
      onChange={({ currentTarget }) =>
        setSupply(currentTarget.value === 'services' ? 'services' : 'goods')
      }
    />
  );
  return { sent: { supply }, input };
}
