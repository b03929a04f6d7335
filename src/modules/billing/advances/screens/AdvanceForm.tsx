import { useCallback, useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { searchFilter } from '~/kit/shared/filters/filters';
import { formatMoney } from '~/kit/shared/money/money';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Typed } from '~/kit/ui/form/formValues';
import { RecordPicker } from '~/kit/ui/form/RecordPicker';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { CustomerPicker } from '~/modules/sales/customers/screens/CustomerPicker';
import { type Order, orderStatuses } from '~/modules/sales/orders/orders.fields';
import { useOrders } from '~/modules/sales/orders/screens/orders.client';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import type { NewAdvance } from '../requests.schema';
import { recordAdvance } from './advances.client';
import { Badge } from '~/kit/ui/elements/Badge';
import { usePreview } from '~/modules/sales/documents/taxes/screens/usePreview';
import type { AdvancePreview } from '../advances.fields';
import { AdvanceParts } from './AdvanceParts';

const supplies = [
  { value: 'services', label: 'Services' },
  { value: 'goods', label: 'Goods' },
] as const;

const { amount, payment_method, reference_number, notes } = paymentFields;
const formFields = {
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  order_id: field.link({ label: 'Order', to: 'orders' }),
  supply: field.choice({ label: 'Paid For', choices: supplies }),
  tax_rate: field.percent({ label: 'Tax Rate (%)' }),
  amount,
  payment_method: { ...payment_method, label: 'Payment Method' },
  advance_date: field.day({ label: 'Date', required: true }),
  reference_number,
  notes,
};

const moneyNames = [
  'amount',
  'payment_method',
  'advance_date',
  'reference_number',
  'notes',
] as const;
const anySections = [
  { title: '', names: ['customer_id', 'order_id', 'supply', 'tax_rate', ...moneyNames] },
] as const;
const customerSections = [
  { title: '', names: ['order_id', 'supply', 'tax_rate', ...moneyNames] },
] as const;
const orderSections = [{ title: '', names: moneyNames }] as const;
const failed = 'Failed to record advance';

interface Props {
  opened: boolean;
  /** What the advance is for, where that is known before. */
  order?: Order | null;
  customer?: Customer | null;
  onClose: () => void;
}

/** "Record Advance" for an order (docs/product/advances.md#screens); closed while `order` is null. */
export function OrderAdvanceForm(props: { order: Order | null; onClose: () => void }) {
  return <AdvanceForm opened={props.order !== null} {...props} />;
}

/** The same for a customer. */
export function CustomerAdvanceForm(props: { customer: Customer | null; onClose: () => void }) {
  return <AdvanceForm opened={props.customer !== null} {...props} />;
}

export default function AdvanceForm({ opened, order = null, customer = null, onClose }: Props) {
  const { today } = useCompany();
  const initial = useMemo(
    () => ({
      payment_method: 'bank_transfer' as const,
      advance_date: today,
      supply: 'services' as const,
    }),
    [today],
  );
  const given = givenBy(order, customer);
  const subject = order?.order_number ?? customer?.company_name;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Record Advance"
      subject={subject}
      size="lg"
      fields={formFields}
      initial={initial}
      sections={order ? orderSections : customer ? customerSections : anySections}
      required={['customer_id', 'amount', 'payment_method', 'advance_date']}
      follow={follow}
      locked={lockedBy}
      inputs={(typed) => inputs(given.customer_id ?? Number(typed['customer_id']))}
      submitLabel="Record Advance"
      savingLabel="Recording..."
      failed={orServerError(failed)}
      onSubmit={async (values, key) => {
        const { voucher_number } = await recordAdvance({ ...values, ...given } as NewAdvance, key);
        return `Advance recorded with receipt voucher ${voucher_number}`;
      }}
    >
      {(typed) => (
        <>
          {subject ? <SoftText>For {subject}</SoftText> : null}
          <AdvanceTax body={bodyOf(typed, given)} />
        </>
      )}
    </FormDialog>
  );
}

/** What the form does not ask, since it was opened for it. */
function givenBy(order: Order | null, customer: Customer | null): Given {
  if (order) return { order_id: order.id, customer_id: order.customer_id };
  return customer ? { customer_id: customer.id } : {};
}

interface Given {
  order_id?: number;
  customer_id?: number;
}

function follow(name: string): Typed {
  if (name === 'customer_id') return { order_id: '' };
  return name === 'order_id' ? { supply: '', tax_rate: '' } : {};
}

/** What an order is for its lines say. */
function lockedBy(typed: Typed): Partial<Record<'supply' | 'tax_rate', string>> {
  if (typed['order_id']) {
    const reason = 'Set by the order';
    return { supply: reason, tax_rate: reason };
  }
  return typed['supply'] === 'goods' ? { tax_rate: 'No tax is due on advances for goods' } : {};
}

/** The body of the request that computes the tax; null until customer and amount are typed. */
function bodyOf(typed: Readonly<Typed>, given: Given): NewAdvance | null {
  const paid = parseNumber(typed['amount'] ?? '', 'INR');
  const order_id = (given.order_id ?? Number(typed['order_id'])) || null;
  const customer_id = (given.customer_id ?? Number(typed['customer_id'])) || null;
  if (!paid || paid <= 0 || customer_id === null) return null;
  const supply = typed['supply'] === 'goods' ? 'goods' : 'services';
  const own = { supply, tax_rate: parseNumber(typed['tax_rate'] ?? '') ?? null } as const;
  return { order_id, customer_id, amount: paid, payment_method: 'cash', ...(order_id ? {} : own) };
}

function inputs(customer: number) {
  return {
    customer_id: ({ value, onChange, name: _name, ...props }: FieldInputProps) => (
      <CustomerPicker
        {...props}
        value={value === '' ? null : Number(value)}
        onChange={({ id }) => onChange(String(id))}
        isFirst
      />
    ),
    order_id: (props: FieldInputProps) => (
      <OpenOrderPicker {...props} customer={customer || null} />
    ),
  };
}

const orderSearch = searchFilter(['order_number']);
const notCancelled = orderStatuses
  .map(({ value }) => value)
  .filter((status) => status !== 'cancelled')
  .join();
const numberOf = (order: Order) => order.order_number;
const totalOf = (order: Order) => formatMoney(order.total_amount, 'INR');

function OpenOrderPicker({
  customer,
  value,
  onChange,
  name: _name,
  ...input
}: FieldInputProps & { customer: number | null }) {
  const orders = useOrders();
  const isOffered = useCallback(
    (order: Order) => order.customer_id === customer && order.status !== 'cancelled',
    [customer],
  );
  const longFilters = useCallback(
    (typed: string) => ({ search: typed, status: notCancelled, customer_id: String(customer) }),
    [customer],
  );
  return (
    <RecordPicker
      {...input}
      value={value === '' ? null : Number(value)}
      onChange={(order) => onChange(String(order.id))}
      list={orders}
      isOffered={isOffered}
      longFilters={longFilters}
      search={orderSearch}
      nameOf={numberOf}
      noteOf={totalOf}
      placeholder={customer === null ? 'Select a customer first' : 'Without an order'}
      disabled={customer === null}
    />
  );
}

/** What tax the typed amount includes, as the server works it out; nothing before there is an amount. */
function AdvanceTax({ body }: { body: NewAdvance | null }) {
  const { preview, isStale } = usePreview<object, AdvancePreview>('/advances/preview', body);
  if (body === null || preview === null) return null;
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <AdvanceParts {...preview} amount={body.amount} />
      {preview.letters.length > 0 ? (
        <p>
          <Badge color="yellow">Warning</Badge> The voucher has letters that cannot be printed:{' '}
          {preview.letters.join(' ')}. Write it without them.
        </p>
      ) : null}
    </div>
  );
}
