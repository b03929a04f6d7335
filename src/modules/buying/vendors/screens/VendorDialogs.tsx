import { useMemo } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import type { Vendor } from '../vendors.fields';
import { canDelete } from '../vendors.rules';
import type { Vendors } from './vendors.client';

const VendorDetails = lazyDialog('vendor', () => import('./VendorDetails'));
const VendorForm = lazyDialog('subject', () => import('./VendorForm'));

interface Props {
  vendors: Vendors;
  dialogs: VendorDialogsState;
}

export function VendorDialogs({ vendors, dialogs }: Props) {
  const { viewed, subject, recordToDelete, close } = dialogs;
  return (
    <>
      <VendorDetails vendor={viewed} onClose={close} onEdit={dialogs.edit ?? null} />
      <VendorForm vendors={vendors} subject={subject} onClose={close} />
      <ConfirmDelete
        noun="Vendor"
        record={recordToDelete}
        label={recordToDelete?.company_name}
        message="The products and prices of the vendor are deleted too."
        onDelete={vendors.delete}
        onClose={close}
      />
    </>
  );
}

const asks = ['edit', 'delete'] as const;

const contactOf = (vendor: Vendor) => ({
  name: vendor.contact_person ?? vendor.company_name,
  phone: vendor.phone,
  address: [vendor.address, vendor.city, vendor.state, vendor.postal_code],
});

/** Which dialog is open, and the actions that open one; `/vendors?view={id}` opens that vendor's details. */
export function useVendorDialogs(rows: readonly Vendor[]) {
  const mayUpdate = useMay('vendors.update').ok;
  const mayDelete = useMay('vendors.delete').ok;
  const canCreate = useMay('vendors.create').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const contact = useContactActions('vendors', contactOf);
  const { show, recordTo } = dialogs;
  const rowActions = useMemo<readonly RowAction<Vendor>[]>(
    () => [
      viewAction(show.view),
      editAction(show.edit, () => mayUpdate),
      ...contact,
      deleteAction(show.delete, (vendor) => mayDelete && canDelete(vendor).ok),
    ],
    [show, contact, mayUpdate, mayDelete],
  );
  return {
    view: show.view,
    edit: mayUpdate ? show.edit : undefined,
    create: canCreate ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    viewed: recordTo('view'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
    recordToDelete: recordTo('delete'),
  };
}

export type VendorDialogsState = ReturnType<typeof useVendorDialogs>;
