import { useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Typed } from '~/kit/ui/form/formValues';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { typedNumber } from '~/modules/billing/receipts/receipt-form.rules';
import { AllocationLines } from '~/modules/billing/receipts/screens/AllocationLines';
import {
  type Allocations,
  useAllocations,
} from '~/modules/billing/receipts/screens/useAllocations';
import { VendorPicker } from '~/modules/buying/vendors/screens/VendorPicker';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { advanceTdsProblem, canCoverBills, paymentDateProblem } from '../vendor-payments.rules';
import type { Payee } from './RecordVendorPayment';
import { useVendorBills } from './useVendorBills';
import { billsOf, recordVendorPayment } from './vendor-payments.client';

const { payment_method, reference_number, notes } = paymentFields;
const money = { currency: 'INR', max: maxAmount, step: 0.01 } as const;
const formFields = {
  vendor_id: field.link({ label: 'Vendor', to: 'vendors', required: true }),
  payment_date: field.day({ label: 'Payment Date', required: true }),
  payment_method: { ...payment_method, label: 'Payment Method' },
  reference_number,
  amount: field.money({
    ...money,
    label: 'Amount Paid',
    required: true,
    messages: { required: 'Please enter the amount' },
  }),
  tds_amount: field.money({ ...money, label: 'TDS of Advance' }),
  notes,
};

const moneyNames = [
  'payment_date',
  'payment_method',
  'reference_number',
  'amount',
  'tds_amount',
  'notes',
] as const;
const anySections = [{ title: '', names: ['vendor_id', ...moneyNames] }] as const;
const vendorSections = [{ title: '', names: moneyNames }] as const;
const required = ['vendor_id', 'payment_date', 'payment_method', 'amount'] as const;
const parts = ['amount', 'round_off'] as const;

interface Props {
  opened: boolean;
  /** The vendor, where it is chosen before the form opens. */
  vendor?: Payee | null;
  onClose: () => void;
}

/** "Record Payment" to a vendor; closed while `vendor` is null. */
export function PayVendorForm(props: { vendor: Payee | null; onClose: () => void }) {
  return <VendorPaymentForm opened={props.vendor !== null} {...props} />;
}

/** "Record Payment": one sum over the open bills of a vendor (docs/product/vendor-payments.md#form). */
export default function VendorPaymentForm({ opened, vendor = null, onClose }: Props) {
  return opened ? <OpenedForm vendor={vendor} onClose={onClose} /> : null;
}

type Values = PatchOf<typeof formFields>;

function OpenedForm({ vendor, onClose }: { vendor: Payee | null; onClose: () => void }) {
  const { today } = useCompany();
  const { form, allocationsOf, record } = usePayment(vendor);
  const [initial] = useState(() => ({
    payment_method: 'bank_transfer' as const,
    payment_date: today,
    ...(vendor?.bill ? { amount: vendor.bill.balance_due } : {}),
  }));
  return (
    <FormDialog
      onClose={onClose}
      title="Record Payment"
      subject={vendor?.id}
      fields={formFields}
      initial={initial}
      sections={vendor ? vendorSections : anySections}
      required={required}
      follow={(name) => {
        if (name === 'vendor_id') form.fill('oldest');
        return {};
      }}
      inputs={inputsOf}
      check={(name, typed) =>
        name === 'payment_date' ? paymentDateProblem(typed['payment_date'] ?? '', today) : null
      }
      blocked={(typed) => wrongIn(allocationsOf(typed), typed)}
      isChangedBeside={typeof form.filling === 'object'}
      submitLabel="Record Payment"
      savingLabel="Recording..."
      failed={orServerError('Failed to record payment')}
      onSubmit={record}
    >
      {(typed) => (
        <>
          {vendor ? <SoftText>To {vendor.company_name}</SoftText> : null}
          <AllocationLines
            form={form}
            allocations={allocationsOf(typed)}
            amount={typedNumber(typed['amount'])}
            parts={parts}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What is paid of the vendor's bills, and how it is recorded. */
function usePayment(vendor: Payee | null) {
  const form = useAllocations(
    vendor?.id ?? null,
    useVendorBills({ first: vendor?.bill?.id ?? null }),
  );
  const keyFor = useSendKey();
  const allocationsOf = (typed: Typed) =>
    form.of({
      party: (vendor?.id ?? Number(typed['vendor_id'])) || null,
      amount: typedNumber(typed['amount']),
      tdsRate: 0,
    });
  const record = async ({ tds_amount, ...values }: Values) => {
    const vendor_id = vendor?.id ?? values.vendor_id;
    const { amount = 0 } = values;
    const { allocations } = allocationsOf({
      vendor_id: String(vendor_id ?? ''),
      amount: String(amount),
    });
    const body = {
      ...values,
      vendor_id,
      tds_amount: tds_amount ?? 0,
      allocations: billsOf(allocations),
    };
    await form.send(allocations, () => recordVendorPayment(body, keyFor(body)));
    return 'Payment recorded successfully';
  };
  return { form, allocationsOf, record };
}

const inputsOf = () => ({
  vendor_id: ({ value, onChange, name: _name, ...input }: FieldInputProps) => (
    <VendorPicker
      {...input}
      value={value === '' ? null : Number(value)}
      onChange={(vendor) => onChange(String(vendor.id))}
      isFirst
    />
  ),
});

function wrongIn({ wrong, allocations, sums }: Allocations, typed: Typed): string | null {
  if (wrong !== null) return wrong;
  const amount = typedNumber(typed['amount']);
  const verdict = canCoverBills({ amount }, allocations);
  if (!verdict.ok) return verdict.message;
  return advanceTdsProblem(typedNumber(typed['tds_amount']), sumOf([amount, -sums.amount]));
}
