import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { useState } from 'react';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import { GuardedDialog, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { billOfOrder, emptyBill, type TypedBill, typedBill } from '../bill-form.rules';
import type { Bill, WholeBill } from '../bills.fields';
import { type Bills, createBill, useBilledOrder, useWholeBill } from './bills.client';
import { BillEditor } from './BillEditor';

interface Props {
  bills: Bills;
  subject: Bill | 'new' | null;
  onClose: () => void;
}

interface FormProps {
  work: Work;
  cancel: () => void;
  onClose: () => void;
}

/** "New Bill" and "Edit Bill" (docs/product/bills.md#form). */
export default function BillForm({ bills, subject, onClose }: Props) {
  const { today } = useCompany();
  const edited = subject === 'new' ? null : subject;
  return (
    <GuardedDialog
      opened={subject !== null}
      onClose={onClose}
      title={edited ? 'Edit Bill' : 'New Bill'}
      subtitle={edited?.voucher_number}
      size={860}
    >
      {(callbacks) => {
        const shared = { ...callbacks, onClose };
        if (edited) return <EditForm {...shared} bills={bills} edited={edited} />;
        return <NewForm {...shared} initial={emptyBill(today)} draftKey="New bill" />;
      }}
    </GuardedDialog>
  );
}

interface OrderProps {
  record: { id: number; purchase_number: string } | null;
  onClose: () => void;
}

/** "Enter Bill" on a purchase order, with what was received and is not billed filled in. */
export function OrderBill({ record: order, onClose }: OrderProps) {
  return (
    <GuardedDialog
      opened={order !== null}
      onClose={onClose}
      title="New Bill"
      subtitle={order?.purchase_number}
      size={860}
    >
      {(callbacks) => (order ? <OfOrder {...callbacks} id={order.id} onClose={onClose} /> : null)}
    </GuardedDialog>
  );
}

function OfOrder({ id, ...shared }: FormProps & { id: number }) {
  const { today } = useCompany();
  const { order, state, retry } = useBilledOrder(id);
  if (!order)
    return (
      <DialogBody>
        <NotLoaded what="purchase order" state={state} height={320} onRetry={retry} />
      </DialogBody>
    );
  const initial = billOfOrder(order, today);
  return <NewForm {...shared} initial={initial} draftKey={`Bill of purchase order ${id}`} />;
}

function NewForm({
  work,
  cancel,
  onClose,
  initial,
  draftKey,
}: FormProps & { initial: TypedBill; draftKey: string }) {
  const { order_tax_rate } = useSettings();
  const mayBook = useMay('bills.update').ok;
  const { today } = useCompany();
  return (
    <BillEditor
      work={work}
      onCancel={cancel}
      initial={{ ...initial, books: mayBook }}
      rate={order_tax_rate}
      isNew
      draft={{ key: draftKey, version: null }}
      submitLabel="Create Bill"
      onSubmit={async (body, key) => {
        const failed = body.status ? 'Failed to book bill' : 'Failed to create bill';
        await reportFailure(orNetworkError(failed), async () => {
          const created = await createBill(body, key);
          const done = `Bill ${body.status ? 'booked' : 'created'} successfully`;
          toast('success', withRevaluedText(done, created, today));
        });
      }}
      onSaved={onClose}
    />
  );
}

/** Keeps the version that the form was opened with, since others may change it in the meantime. */
function EditForm({
  bills,
  edited,
  ...shared
}: FormProps & Pick<Props, 'bills'> & { edited: Bill }) {
  const [opened] = useState(edited);
  const { data, state, isEarlier, retry } = useWholeBill(opened);
  if (data && !isEarlier) return <Edit {...shared} bills={bills} bill={data} />;
  return (
    <DialogBody>
      <NotLoaded what="bill" state={state} height={320} onRetry={retry} />
    </DialogBody>
  );
}

function Edit({
  bills,
  bill,
  work,
  cancel,
  onClose,
}: FormProps & Pick<Props, 'bills'> & { bill: WholeBill }) {
  return (
    <BillEditor
      work={work}
      onCancel={cancel}
      initial={typedBill(bill)}
      rate={bill.tax_rate}
      isNew={false}
      draft={{ key: `Bill ${bill.id}`, version: bill.updated_at }}
      submitLabel="Update Bill"
      onSubmit={async (body) => {
        await reportFailure(orNetworkError('Failed to update bill'), async () => {
          await bills.update(bill.id, { ...body, updated_at: bill.updated_at });
          toast('success', 'Bill updated successfully');
        });
      }}
      onSaved={onClose}
    />
  );
}
