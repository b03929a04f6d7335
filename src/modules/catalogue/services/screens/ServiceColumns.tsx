import { useMemo } from 'react';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useTaxFields } from '~/modules/catalogue/tax/screens/tax-classes.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Service, serviceFields, servicePriorities } from '../services.fields';
import { finerPrice, priceText } from '../services.rules';
import type { Services } from './services.client';

const except = ['id'] as const;

const priorityOrder = servicePriorities.map((priority) => priority.value);

const texts = {
  noun: 'service',
  saved: 'Service updated successfully',
  refused: 'Failed to update service',
  offlineText: 'Failed to update service',
};

/** The columns of the services list with their editors. Clearing the price sets "quote required". */
export function useServiceColumns(services: Services): readonly Column<Service>[] {
  const { timeZone, today } = useCompany();
  const tax = useTaxFields();
  const writing = useMay('services.update');
  const { price_decimals: decimals } = useSettings();
  return useMemo(
    () =>
      columnsFromFields(serviceFields, {
        except: [...except, ...tax.hidden],
        choices: { tax_class_id: tax.classes },
        timeZone,
        today,
        required: ['service_name'],
        canEdit: () => writing,
        save: (service, patch, edit) =>
          saveCell(services, service, patch, { ...texts, name: service.service_name, edit }),
        overrides: {
          service_name: { width: 260 },
          price: {
            width: 132,
            text: priceText,
            edit: { check: (_service, value) => finerPrice(value, decimals) },
          },
          priority: { sortValue: (service) => priorityOrder.indexOf(service.priority) },
        },
      }),
    [services, tax, writing, decimals, timeZone, today],
  );
}
