import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Customers } from './customers.client';
import type { CustomerDialogsState } from './useCustomerDialogs';

const CustomerDetails = lazyDialog('customer', () => import('./CustomerDetails'));
const CustomerForm = lazyDialog('subject', () => import('./CustomerForm'));

interface Props {
  customers: Customers;
  dialogs: CustomerDialogsState;
}

export function CustomerDialogs({ customers, dialogs }: Props) {
  const { viewed, subject, detailActions, close } = dialogs;
  const recordToDelete = dialogs.recordTo('delete');
  return (
    <>
      <CustomerDetails customer={viewed} actions={detailActions} onClose={close} />
      <CustomerForm customers={customers} subject={subject} onClose={close} />
      <ConfirmDelete
        noun="Customer"
        record={recordToDelete}
        label={recordToDelete?.company_name}
        message="This action cannot be undone and will permanently remove all associated data."
        onDelete={customers.delete}
        onClose={close}
      />
    </>
  );
}
