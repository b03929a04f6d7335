import { ShownFilters } from '~/kit/ui/list/ShownFilters';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import type { Service } from '../services.fields';
import { serviceFigures, serviceFilters } from '../services.filters';
import { useServiceColumns } from './ServiceColumns';
import { ServiceDialogs, useServiceDialogs } from './ServiceDialogs';
import { useServices } from './services.client';

const sortKeys = [
  'service_name',
  'service_type',
  'category',
  'price',
  'priority',
  'is_active',
  'created_at',
];
const defaultColumns = [...sortKeys, actionsKey];
const shownFilters = ['service_type', 'status'];

const byName: Sort = { key: 'service_name', direction: 'asc' };
const nameOf = ({ service_name }: Service) => service_name;
const isInactive = (service: Service) => !service.is_active;

const cards: FigureCards<keyof typeof serviceFigures> = [
  { of: 'total', label: 'Total Services' },
  { of: 'active', label: 'Active Services' },
  { of: 'onSite', label: 'On-site Services' },
  { of: 'remote', label: 'Remote Services' },
];

export default function ServicesPage() {
  const services = useServices();
  const columns = useServiceColumns(services);
  const list = useRecordList(services, {
    name: 'services',
    columns,
    defaultColumns,
    filters: serviceFilters,
    sort: byName,
  });
  const dialogs = useServiceDialogs(services.rows);
  const { today } = useCompany();
  const bulk = useBulk('services', { today, nameOf });
  return (
    <ListPage
      of="services"
      subtitle="Manage warranty, AMC, installations and support services"
      records={services}
      list={list}
      bulk={bulk}
      create={{
        label: 'Add Service',
        first: 'Add Your First Service',
        onClick: dialogs.create,
      }}
      figures={<ListFigures list={list} records={services} of={serviceFigures} cards={cards} />}
      tools={<ShownFilters list={list} keys={shownFilters} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      failedText="Failed to load services"
      emptyHint="Add the services you sell: warranties, maintenance contracts, installations."
      onOpenRow={dialogs.onEdit}
      isRowMuted={isInactive}
    >
      <ServiceDialogs services={services} dialogs={dialogs} />
    </ListPage>
  );
}
