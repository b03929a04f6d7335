import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { toast } from '~/kit/ui/messages/toasts';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { OrderForm } from './OrderForm';
import { createOrder } from './orders.client';

interface Props {
  customer: Customer | null;
  onClose: () => void;
}

/**
 * "Create Order for {company}": products only, at the customer screen's tax rate
 * (docs/product/customers.md#orders-and-invoices-from-a-customer).
 */
export default function CustomerOrderForm({ customer, onClose }: Props) {
  const { customer_tax_rate } = useSettings();
  const last = useLast(customer);
  return (
    <OrderForm
      opened={customer !== null}
      onClose={onClose}
      title={`Create Order for ${last?.company_name ?? ''}`}
      before={null}
      customer={last}
      settingRate={customer_tax_rate}
      withServices={false}
      submitLabel="Create Order"
      incompleteText="Please select a customer and add at least one item"
      onSubmit={async (body, key) => {
        await reportFailure(orNetworkError('Failed to create order'), () => createOrder(body, key));
        toast('success', 'Order created successfully!');
      }}
    />
  );
}
