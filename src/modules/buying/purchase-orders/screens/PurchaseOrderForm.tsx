import {
  type Revalued,
  withRevaluedText,
} from '~/modules/catalogue/products/stock/revalued.fields';
import { useState } from 'react';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import { GuardedDialog, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import type { FormSubject } from '~/kit/ui/list/useRecordDialogs';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { saveDocument } from '~/modules/sales/documents/lines/screens/save-document.client';
import {
  copiedPurchaseOrder,
  emptyPurchaseOrder,
  partsOf,
  purchaseBody,
  purchaseForm,
  type TypedPurchaseOrder,
  typedPurchaseOrder,
} from '../purchase-form.rules';
import type { PurchaseOrder, PurchaseOrderWithItems } from '../purchase-orders.fields';
import { PurchaseEditor } from './PurchaseEditor';
import { type PurchaseOrders, useWholePurchaseOrder } from './purchase-orders.client';

interface Props {
  orders: PurchaseOrders;
  subject: FormSubject<PurchaseOrder> | null;
  onClose: () => void;
}

/** "New Purchase Order", also from another one, and "Edit Purchase Order". */
export default function PurchaseOrderForm({ orders, subject, onClose }: Props) {
  const { today } = useCompany();
  const edited = subject?.what === 'edit' ? subject.record : null;
  return (
    <GuardedDialog
      opened={subject !== null}
      onClose={onClose}
      title={edited ? 'Edit Purchase Order' : 'New Purchase Order'}
      subtitle={edited?.purchase_number}
      size={860}
    >
      {(callbacks) => {
        const shared = { orders, ...callbacks, onClose };
        if (!subject || subject.what === 'new')
          return <NewForm {...shared} initial={emptyPurchaseOrder(today)} />;
        return (
          <Whole of={subject.record}>
            {(order) =>
              subject.what === 'edit' ? (
                <EditForm {...shared} order={order} />
              ) : (
                <NewForm {...shared} initial={copiedPurchaseOrder(order, today)} />
              )
            }
          </Whole>
        );
      }}
    </GuardedDialog>
  );
}

interface WholeProps {
  of: PurchaseOrder;
  children: (order: PurchaseOrderWithItems) => React.ReactNode;
}

/** Keeps the version that the form was opened with, since others may change it in the meantime. */
function Whole({ of, children }: WholeProps) {
  const [opened] = useState(of);
  const { data, state, isEarlier, retry } = useWholePurchaseOrder(opened);
  if (data && !isEarlier) return children(data);
  return (
    <DialogBody>
      <NotLoaded what="purchase order" state={state} height={320} onRetry={retry} />
    </DialogBody>
  );
}

interface FormProps {
  orders: PurchaseOrders;
  work: Work;
  cancel: () => void;
  onClose: () => void;
}

function NewForm({
  orders,
  work,
  cancel,
  onClose,
  initial,
}: FormProps & { initial: TypedPurchaseOrder }) {
  const { order_tax_rate } = useSettings();
  return (
    <PurchaseEditor
      work={work}
      onCancel={cancel}
      initial={initial}
      rate={order_tax_rate}
      draft={{ key: 'New purchase order', version: null }}
      submitLabel="Create Purchase Order"
      onSubmit={async (body, key) => {
        await reportFailure(orNetworkError('Failed to create purchase order'), async () => {
          await orders.create(body, key);
          toast('success', 'Purchase order created successfully');
        });
      }}
      onSaved={onClose}
    />
  );
}

function EditForm({
  orders,
  work,
  cancel,
  onClose,
  order,
}: FormProps & { order: PurchaseOrderWithItems }) {
  const isGst = useSettings().tax_mode === 'gst';
  const { today } = useCompany();
  return (
    <PurchaseEditor
      work={work}
      onCancel={cancel}
      initial={typedPurchaseOrder(order)}
      rate={order.tax_rate}
      isVendorFixed={order.status !== 'draft'}
      draft={{ key: `Purchase order ${order.id}`, version: order.updated_at }}
      submitLabel="Update Purchase Order"
      onSubmit={async (_body, _key, typed) => {
        await reportFailure(orNetworkError('Failed to update purchase order'), async () => {
          const saved = await saveOver(orders, order, { typed, isGst });
          const done = 'Purchase order updated successfully';
          toast('success', withRevaluedText(done, saved, today));
        });
      }}
      onSaved={onClose}
    />
  );
}

/** Over what others have saved in the meantime. */
async function saveOver(
  orders: PurchaseOrders,
  row: PurchaseOrderWithItems,
  { typed, isGst }: { typed: TypedPurchaseOrder; isGst: boolean },
): Promise<Revalued> {
  return saveDocument({
    form: purchaseForm,
    row,
    typed,
    typedOf: typedPurchaseOrder,
    partsOf,
    send: ({ updated_at, ...parts }, order) => {
      const over = { ...typedPurchaseOrder(order), ...parts };
      const body = purchaseBody(over, { rate: over.tax_rate ?? order.tax_rate, isGst });
      return orders.update(order.id, { ...body, updated_at });
    },
  });
}
