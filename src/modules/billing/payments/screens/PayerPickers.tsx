import { useCallback, useEffect, useMemo } from 'react';
import { formatDay } from '~/kit/shared/time/days';
import { searchFilter } from '~/kit/shared/filters/filters';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { useCustomers } from '~/modules/sales/customers/screens/customers.client';
import type { Invoice, Payable } from '~/modules/billing/invoices/invoices.fields';
import { InvoicePicker } from '~/modules/billing/invoices/screens/InvoicePicker';
import { usePayable, useUnpaid } from '~/modules/billing/invoices/screens/invoices.client';

const customerSearch = searchFilter(['company_name', 'contact_person']);
const companyOf = (customer: Customer) => customer.company_name;

/** Chooses a customer, inactive ones included. */
export function PayerPicker({ value, onChange, name: _name, ...input }: FieldInputProps) {
  const customers = useCustomers();
  const owed = useOwed();
  const noteOf = useCallback(
    (customer: Customer) => {
      const payable = owed.get(customer.id);
      if (!payable) return 'Nothing to pay';
      const count = counted(payable.invoices, 'invoice');
      return `${formatMoney(payable.amount, 'INR')} to pay on ${count}`;
    },
    [owed],
  );
  return (
    <RecordPicker
      {...input}
      value={value === '' ? null : Number(value)}
      onChange={(customer) => onChange(String(customer.id))}
      list={customers}
      search={customerSearch}
      nameOf={companyOf}
      noteOf={noteOf}
      placeholder="Search by company or contact"
      isFirst
    />
  );
}

function useOwed(): ReadonlyMap<number, Payable> {
  const { data } = usePayable();
  return useMemo(() => new Map(data?.map((each) => [each.customer_id, each])), [data]);
}

const invoiceSearch = searchFilter(['invoice_number']);
const balanceOf = (invoice: Invoice) =>
  `${formatMoney(invoice.balance_due, 'INR')} to pay · due ${formatDay(invoice.due_date)}`;

interface InvoicePickerProps extends FieldInputProps {
  customer: number | null;
  withDrafts?: boolean;
  /** Hears of the invoices that it offers. */
  onOffered?: (invoices: readonly Invoice[]) => void;
  isFirst?: boolean;
}

const none: readonly Invoice[] = [];

/** Chooses one of a customer's unpaid invoices with a balance (docs/product/payments.md#form). */
export function UnpaidInvoicePicker({
  customer,
  withDrafts = false,
  onOffered,
  ...input
}: InvoicePickerProps) {
  const { data, state, isEarlier } = useUnpaid(customer, withDrafts);
  const rows = isEarlier ? none : (data ?? none);
  useEffect(() => onOffered?.(rows), [onOffered, rows]);
  return (
    <InvoicePicker
      {...input}
      list={{ rows, state: isEarlier ? 'loading' : state }}
      search={invoiceSearch}
      noteOf={balanceOf}
      placeholder={customer === null ? 'Select a customer first' : 'Select an invoice'}
      disabled={customer === null}
    />
  );
}
