import { Button } from '@mantine/core';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { FilterInput } from '~/kit/ui/list/FilterInput';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { type RecordList, useRecordList } from '~/kit/ui/list/useRecordList';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Service } from '../services.fields';
import { serviceFigures, serviceFilters, shownFilters } from '../services.filters';
import { useServiceColumns } from './ServiceColumns';
import { ServiceDialogs, useServiceDialogs } from './ServiceDialogs';
import { type Services, useServices } from './services.client';
import classes from './ServicesPage.module.css';

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

const byName: Sort = { key: 'service_name', direction: 'asc' };
const nameOf = ({ service_name }: Service) => service_name;
const isInactive = (service: Service) => !service.is_active;

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
  const fileName = useMay('services.export').ok ? `services-${today}` : undefined;
  const bulk = useBulk('services', { today, nameOf });
  return (
    <Page
      fill
      title="Services"
      subtitle="Manage warranty, AMC, installations and support services"
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={dialogs.create}>Add Service</AddButton>
        </>
      }
    >
      <Figures services={services} />
      <Tools list={list} />
      <RecordTable
        list={list}
        bulk={bulk}
        label="Services"
        rowActions={dialogs.rowActions}
        failedText="Failed to load services"
        emptyHint="Add the services you sell: warranties, maintenance contracts, installations."
        emptyAction={
          dialogs.create ? <Button onClick={dialogs.create}>Add Your First Service</Button> : null
        }
        onOpenRow={dialogs.edit}
        isRowMuted={isInactive}
      />
      <RecordFilters list={list} counted="services" sortKeys={sortKeys} fileName={fileName} />
      <ServiceDialogs services={services} dialogs={dialogs} />
    </Page>
  );
}

function Figures({ services: { rows: services, state } }: { services: Services }) {
  const figures = useFiguresOf(services, serviceFigures);
  const cards = [
    { label: 'Total Services', value: String(figures.total) },
    { label: 'Active Services', value: String(figures.active) },
    { label: 'On-site Services', value: String(figures.onSite) },
    { label: 'Remote Services', value: String(figures.remote) },
  ];
  return <StatCards cards={cards} state={state} />;
}

function Tools({ list }: { list: RecordList<Service> }) {
  const { source, chosen } = list;
  return (
    <RecordTools list={list} label="Search services">
      {shownFilters.map((filter) => (
        <FilterInput
          key={filter.key}
          className={classes.servicesFilter}
          filter={filter}
          rows={source.rows}
          value={chosen.values[filter.key] ?? ''}
          onChange={(value) => chosen.set(filter.key, value)}
          labelHidden
        />
      ))}
    </RecordTools>
  );
}
