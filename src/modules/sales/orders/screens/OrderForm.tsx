import { memo, type ReactNode } from 'react';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { OwnInputs } from '~/modules/sales/documents/lines/screens/OwnInputs';
import { TextFields } from '~/modules/sales/documents/lines/screens/TextFields';
import { noTypedSupply } from '~/modules/sales/documents/taxes/typed-supply.rules';
import { CustomerPicker } from '~/modules/sales/customers/screens/CustomerPicker';
import { DocumentTax } from '~/modules/sales/customers/screens/DocumentTax';
import { useListPrices } from '~/modules/sales/price-lists/screens/list-prices.client';
import { emptyOrder, orderDocument, ownStock } from '../order-form.rules';
import { orderFields, orderTexts, type OrderWithLines } from '../orders.fields';
import { canChangeInvoiced, canEditLines } from '../orders.rules';
import {
  type DialogCallbacks,
  LinesDialog,
  LinesFormBody,
} from '~/modules/sales/documents/lines/screens/LinesForm';
import {
  type LinesFormOptions,
  useLinesForm,
} from '~/modules/sales/documents/lines/screens/useLinesForm';
import { Badge } from '~/kit/ui/elements/Badge';
import { useComputed } from '~/kit/ui/records/computed';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { creditText, type CustomerCredit, isAboveCredit } from '../credit.rules';

interface CreditProps {
  customer_id: number | null;
  company_name: string;
  total: number;
}

const dependsOn = ['customers', 'orders', 'invoices', 'payments', 'receipts', 'advances'];

/** Says that a new order exceeds its customer's credit limit (docs/product/orders.md#credit-limit). */
function CreditNote({ customer_id, company_name, total }: CreditProps) {
  const { credit_check } = useSettings();
  const { today } = useCompany();
  const mayExceed = useMay('orders.exceed_credit').ok;
  const { data, isEarlier } = useComputed<CustomerCredit>(`/customers/${customer_id}/credit`, {
    dependsOn,
    day: today,
    isEnabled: customer_id !== null && credit_check !== 'off',
  });
  const isAbove = data !== null && !isEarlier && isAboveCredit(data, total);
  const isStopped = credit_check === 'stop' && !mayExceed;
  return (
    <div role="status">
      {isAbove && credit_check !== 'off' ? (
        <p>
          <Badge color={isStopped ? 'red' : 'yellow'}>Warning</Badge>{' '}
          {creditText(data, { company_name, total })}.
          {isStopped ? ' Ask someone who may exceed it.' : ''}
        </p>
      ) : null}
    </div>
  );
}

interface Props extends LinesFormOptions {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  before: OrderWithLines | null;
  customer: { id: number; company_name: string } | null;
  withServices: boolean;
  submitLabel: string;
  /** The question before sending; null for none. */
  questionOf?: (form: OrderForm) => ReactNode;
}

export function OrderForm(props: Props) {
  return (
    <LinesDialog {...props}>
      {(callbacks) => <OrderFormBody {...props} callbacks={callbacks} />}
    </LinesDialog>
  );
}

function useOrderForm({ before, customer, ...options }: Props & { onSaved: () => void }) {
  const form = useLinesForm({
    ...options,
    kind: orderDocument,
    before,
    empty: () => emptyOrder(customer),
    draftKey: before ? `Order ${before.id}` : `New order ${customer?.id ?? ''}`,
  });
  useListPrices(form.priced);
  return form;
}

export type OrderForm = ReturnType<typeof useOrderForm>;

function OrderFormBody(props: Props & { callbacks: DialogCallbacks }) {
  const { before, callbacks } = props;
  const form = useOrderForm({ ...props, onSaved: callbacks.onSaved });
  const { customer_id, customer_name, delivery_date } = form.typed;
  const lock = before ? canEditLines(before) : null;
  return (
    <LinesFormBody
      {...props}
      form={form}
      question={props.questionOf?.(form)}
      lockedText={lock && !lock.ok ? lock.message : null}
      tax={<DocumentTax form={form} />}
      ownStock={before && ownStock(before)}
      isFirst={props.customer !== null}
      heading={
        <Heading
          {...{ before, customer_id, customer_name, delivery_date }}
          hasCustomer={props.customer !== null}
          customerError={form.errorOf('customer_id')}
          dateError={form.errorOf('delivery_date')}
          change={form.change}
          leave={form.leave}
        />
      }
    >
      {before || form.message ? null : (
        <CreditNote
          customer_id={customer_id}
          company_name={customer_name}
          total={form.totals.total_amount}
        />
      )}
      <TextFields form={form} fields={orderFields} names={orderTexts} />
      <OwnInputs form={form} fields={orderFields} />
    </LinesFormBody>
  );
}

interface HeadingProps
  extends Pick<OrderForm, 'change' | 'leave'>,
    Pick<OrderForm['typed'], 'customer_id' | 'customer_name' | 'delivery_date'> {
  before: OrderWithLines | null;
  hasCustomer: boolean;
  customerError: string | true | null;
  dateError: string | true | null;
}

const Heading = memo(function Heading({
  before,
  hasCustomer,
  change,
  leave,
  ...props
}: HeadingProps) {
  return (
    <FormGrid>
      {hasCustomer ? null : (
        <FormField required>
          <CustomerPicker
            required
            value={props.customer_id}
            chosenName={props.customer_name}
            locked={before !== null && !canChangeInvoiced(before, 'customer').ok}
            error={props.customerError}
            isFirst={before === null}
            onChange={({ id, company_name }) =>
              change({ customer_id: id, customer_name: company_name, ...noTypedSupply })
            }
            onBlur={() => leave('customer_id')}
          />
        </FormField>
      )}
      <FormField>
        <DateInput
          label="Delivery Date"
          value={props.delivery_date}
          error={props.dateError}
          onChange={(delivery_date) => change({ delivery_date })}
          onBlur={() => leave('delivery_date')}
        />
      </FormField>
    </FormGrid>
  );
});
