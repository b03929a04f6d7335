import { useMemo } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
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
  const { viewed, subject, close } = dialogs;
  const recordToDelete = dialogs.recordTo('delete');
  return (
    <>
      <VendorDetails vendor={viewed} onClose={close} onEdit={dialogs.onEdit} />
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
  const may = useRights('vendors');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const contact = useContactActions('vendors', contactOf);
  const { show } = dialogs;
  const rowActions = useMemo<readonly RowAction<Vendor>[]>(
    () => [
      viewAction(show.view),
      editAction(show.edit, () => may.update),
      ...contact,
      deleteAction(show.delete, (vendor) => may.delete && canDelete(vendor).ok),
    ],
    [show, contact, may],
  );
  return { ...dialogs, rowActions, onEdit: may.update ? show.edit : null };
}

export type VendorDialogsState = ReturnType<typeof useVendorDialogs>;
