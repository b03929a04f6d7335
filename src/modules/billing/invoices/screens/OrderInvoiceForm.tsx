import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { GuardedDialog, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { useRowOf } from '~/kit/ui/records/useWhole';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { useCustomers } from '~/modules/sales/customers/screens/customers.client';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { emptyInvoice, withOrder } from '../invoice-form.rules';
import { InvoiceEditor } from './InvoiceEditor';
import type { InvoiceBody } from './useInvoiceForm';
import { createInvoice } from './invoices.client';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';

interface Props {
  order: OrderWithLines | null;
  onClose: () => void;
}

/**
 * "Generate Invoice" for an order: what is not invoiced yet, at the order's tax rate
 * (docs/product/invoices.md#invoicing-an-order).
 */
export default function OrderInvoiceForm({ order, onClose }: Props) {
  const last = useLast(order);
  return (
    <GuardedDialog
      opened={order !== null}
      onClose={onClose}
      title={`Generate Invoice for Order ${last?.order_number ?? ''}`}
      subtitle={last?.customer_name}
      size={860}
      tall
    >
      {({ cancel, work }) =>
        last ? <Loading order={last} onClose={onClose} onCancel={cancel} work={work} /> : null
      }
    </GuardedDialog>
  );
}

interface FormProps {
  order: OrderWithLines;
  onClose: () => void;
  onCancel: () => void;
  work: Work;
}

/**
 * The due date follows the customer's terms, so the form opens once they are loaded
 * (docs/product/invoices.md#due-dates).
 */
function Loading(props: FormProps) {
  const customers = useCustomers();
  const customer = useRowOf(customers, props.order.customer_id);
  const { state, retry } = customers;
  if (customer !== undefined) return <Filled {...props} customer={customer} />;
  return (
    <DialogBody>
      <NotLoaded what="order" state={state} height={320} onRetry={retry} />
    </DialogBody>
  );
}

function Filled({
  order,
  customer,
  onClose,
  ...callbacks
}: FormProps & { customer: Customer | null }) {
  const { today } = useCompany();
  const { default_invoice_terms } = useSettings();
  const empty = emptyInvoice({ today, terms: default_invoice_terms, customer });
  const initial = withOrder(empty, order, customer);
  const isUsedUp = initial.items.length === 0;
  return (
    <InvoiceEditor
      {...callbacks}
      initial={initial}
      rate={order.tax_rate}
      fixed="order"
      draft={{ key: `New invoice of order ${order.id}`, version: order.updated_at }}
      least={0}
      missingText="Please select a customer and add at least one item"
      noItemsText={isUsedUp ? 'Everything on this order has already been invoiced.' : undefined}
      submitLabel="Generate Invoice"
      savingLabel="Generating..."
      onSubmit={(body, sendKey) => generate(order, body, sendKey)}
      onSaved={onClose}
    />
  );
}

async function generate(order: OrderWithLines, body: InvoiceBody, key: string): Promise<void> {
  await reportFailure(orNetworkError('Failed to generate invoice'), () => createInvoice(body, key));
  toast('success', `Invoice generated successfully for Order ${order.order_number}`);
}
