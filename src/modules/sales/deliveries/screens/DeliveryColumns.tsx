import { useMemo } from 'react';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { canChangeOwn } from '~/kit/shared/fields/typed-own';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Delivery, deliveryFields } from '../deliveries.fields';
import { isNumbered } from '../deliveries.rules';
import type { Deliveries } from './deliveries.client';

const labels = {
  noun: 'delivery',
  saved: 'Delivery updated successfully!',
  ...orNetworkError('Failed to update delivery'),
};

const except = [
  'id',
  'order_id',
  'customer_id',
  'customer_phone',
  'shipping_address_id',
  'location_id',
  'location_name',
  'created_by',
  'workspace_id',
] as const;

/** The columns of deliveries, of which own fields are edited in their cells (docs/product/custom-fields.md#lists). */
export function useDeliveryColumns(deliveries: Deliveries): readonly Column<Delivery>[] {
  const latest = useLatest(deliveries);
  const { timeZone, today } = useCompany();
  const writing = useMay('deliveries.update');
  return useMemo(
    () =>
      columnsFromFields(deliveryFields, {
        except,
        timeZone,
        today,
        required: ['delivery_number'],
        canEdit: (delivery, key) =>
          writing.ok
            ? canChangeOwn(deliveryFields, key, isNumbered(delivery) ? delivery : null)
            : writing,
        save: (delivery, patch, edit) =>
          saveCell(latest.current, delivery, patch, {
            ...labels,
            name: delivery.delivery_number,
            edit,
          }),
        overrides: {
          delivery_number: { width: 168, copy: true },
          order_number: { width: 180 },
          customer_name: { width: 164 },
        },
      }).map(({ edit: _edit, ...column }) => column),
    [latest, writing, timeZone, today],
  );
}
