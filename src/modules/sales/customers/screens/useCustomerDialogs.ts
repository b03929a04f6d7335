import { useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import type { Customer } from '../customers.fields';
import { canDelete } from '../customers.rules';

const contactOf = (customer: Customer) => ({
  name: customer.contact_person ?? customer.company_name,
  phone: customer.phone,
  address: [customer.billing_address, customer.city, customer.state, customer.postal_code],
});

const asks = ['delete', 'edit'] as const;

/** Which dialog is open, and the actions that open one; `/customers?view={id}` opens that customer's details. */
export function useCustomerDialogs(
  rows: readonly Customer[],
  actions: readonly RowAction<Customer>[],
) {
  const canCreate = useMay('customers.create').ok;
  const mayUpdate = useMay('customers.update').ok;
  const mayDelete = useMay('customers.delete').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show, close, recordTo } = dialogs;
  const contact = useContactActions('customers', contactOf);
  const rowActions = useMemo<readonly RowAction<Customer>[]>(
    () => [
      viewAction(show.view),
      ...actions,
      ...contact,
      deleteAction(show.delete, (customer) => mayDelete && canDelete(customer).ok),
    ],
    [show, actions, contact, mayDelete],
  );
  return {
    close,
    /** The action's dialog replaces the details. */
    detailActions: actions.map((action) => ({
      ...action,
      onClick: (customer: Customer) => {
        close();
        action.onClick(customer);
      },
    })),
    view: show.view,
    create: dialogs.create,
    rowActions,
    /** The list edits in its cells; the page has a form. */
    pageActions: [...rowActions, editAction(show.edit, () => mayUpdate)],
    viewed: recordTo('view'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
    recordToDelete: recordTo('delete'),
  };
}

export type CustomerDialogsState = ReturnType<typeof useCustomerDialogs>;
