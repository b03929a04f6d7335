import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { isRefusal, reasonOf } from '~/kit/ui/calls/api';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { toast } from '~/kit/ui/messages/toasts';
import { useLast } from '~/kit/ui/hooks/useLast';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import type { OrderWithLines } from '../orders.fields';
import { OrderForm, type OrderForm as Form } from './OrderForm';
import { withoutEmptyLines } from '~/modules/sales/documents/lines/lines-form.rules';

import type { Orders } from './orders.client';

interface Props {
  orders: Orders;
  subject: OrderWithLines | 'new' | null;
  onClose: () => void;
}

export default function EditOrder({ orders, subject, onClose }: Props) {
  const { order_tax_rate } = useSettings();
  const last = useLast(subject);
  const before = last === 'new' ? null : last;
  return (
    <OrderForm
      opened={subject !== null}
      onClose={onClose}
      title={before ? 'Edit Order' : 'Create New Order'}
      before={before}
      customer={null}
      settingRate={order_tax_rate}
      withServices
      submitLabel={before ? 'Update Order' : 'Create Order'}
      questionOf={(form) => questionOf(form, before)}
      onSubmit={(body, key, save) =>
        before
          ? withErrorToast(() => save((change) => orders.update(before.id, change)))
          : create(orders, body, key)
      }
    />
  );
}

function questionOf({ typed, totals, isGst, tax }: Form, before: OrderWithLines | null) {
  const { customer_name, items, services } = withoutEmptyLines(typed);
  const parts = [
    items.length > 0 && counted(items.length, 'item'),
    services.length > 0 && counted(services.length, 'service'),
  ];
  // By GST the server computes the total: none is shown while its answer belongs to other lines.
  const isCalculated = !isGst || (tax.preview !== null && !tax.isStale);
  const total = isCalculated ? `, ${formatMoney(totals.total_amount, 'INR')} with tax` : '';
  return (
    <p>
      {before ? `Update order ${before.order_number}` : 'Create this order'} for{' '}
      <strong>{customer_name}</strong>: {parts.filter(Boolean).join(' and ')}
      {total}?
    </p>
  );
}

async function create(orders: Orders, body: Record<string, unknown>, key: string): Promise<void> {
  await reportFailure(orNetworkError('Failed to create order'), () => orders.create(body, key));
  toast('success', 'Order created successfully!');
}

async function withErrorToast(update: () => Promise<unknown>): Promise<void> {
  try {
    await update();
    toast('success', 'Order updated successfully!');
  } catch (error) {
    const isDeleted = isRefusal(error, 'record.not_found');
    // Deleted by someone else while its form was open.
    toast(
      'error',
      isDeleted ? 'No order selected for update' : `Failed to update order: ${reasonOf(error)}`,
    );
    throw error;
  }
}
