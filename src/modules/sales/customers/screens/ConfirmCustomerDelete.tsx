import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Customer } from '../customers.fields';
import type { Customers } from './customers.client';

interface Props {
  customers: Customers;
  doomed: Customer | null;
  onClose: () => void;
}

export function ConfirmCustomerDelete({ customers, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Customer"
      subject={doomed?.company_name}
      message="This action cannot be undone and will permanently remove all associated data."
      confirmLabel="Delete Customer"
      danger
      onConfirm={async () => {
        if (doomed) await deleteCustomer(customers, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function deleteCustomer(customers: Customers, customer: Customer): Promise<void> {
  try {
    await customers.delete(customer.id);
    toast('success', `Customer "${customer.company_name}" has been deleted successfully`);
  } catch (error) {
    const words = {
      refused: 'Failed to delete customer',
      broken: 'Error deleting customer. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}
