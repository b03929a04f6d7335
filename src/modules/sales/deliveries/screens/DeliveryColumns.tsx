import { useMemo } from 'react';
import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Delivery, deliveryFields } from '../deliveries.fields';

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

export function useDeliveryColumns(): readonly Column<Delivery>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(deliveryFields, {
        except,
        timeZone,
        today,
        required: ['delivery_number'],
        overrides: {
          delivery_number: { width: 168, copy: true },
          order_number: { width: 180 },
          customer_name: { width: 164 },
        },
      }),
    [timeZone, today],
  );
}
