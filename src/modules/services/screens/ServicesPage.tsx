import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterInput } from '~/kit/ui/FilterInput';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { StatCards } from '~/kit/ui/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/tableColumn';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { type FiltersState, useFilters } from '~/kit/ui/useFilters';
import { useTableView } from '~/kit/ui/useTableView';
import type { Service } from '../services.fields';
import { serviceFilters, statusFilter, typeFilter } from '../services.filters';
import { figuresOf } from '../services.rules';
import { useServiceColumns } from './ServiceColumns';
import { ServiceDialogs, useServiceDialogs } from './ServiceDialogs';
import { useServices } from './services.client';
import './ServicesPage.css';

const defaultColumns = [
  'service_name',
  'service_type',
  'category',
  'price',
  'priority',
  'is_active',
  'created_at',
  actionsKey,
];

const sortKeys = [
  'service_name',
  'service_type',
  'category',
  'price',
  'priority',
  'is_active',
  'created_at',
];

const byName: Sort = { key: 'service_name', direction: 'asc' };
const idOf = (service: Service) => service.id;
const isInactive = (service: Service) => !service.is_active;

/** "Services" (spec 3 §2). */
export default function ServicesPage() {
  const services = useServices();
  const [sort, setSort] = useState(byName);
  const filters = useFilters('services-filters');
  const columns = useServiceColumns(services);
  const choice = useColumnChoice('services-table-columns', columns, defaultColumns);
  const dialogs = useServiceDialogs(services.rows);
  const predicate = useMemo(() => predicateOf(serviceFilters, filters.values), [filters.values]);
  const view = { predicate: predicate ?? undefined, sort };
  const { rows } = useTableView(services.rows, columns, view);
  const isFiltered = predicate !== null;

  return (
    <Page
      fill
      title="Services"
      subtitle="Manage warranty, AMC, installations and support services"
      actions={
        <>
          <ColumnChooser choice={choice} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
            Add Service
          </Button>
        </>
      }
    >
      <Figures services={services.rows} loading={services.state === 'loading'} />
      <Tools filters={filters} rows={services.rows} />
      <DataTable
        label="Services"
        rows={rows}
        columns={choice.columns}
        rowId={idOf}
        sort={sort}
        onSort={setSort}
        rowActions={choice.showsActions ? dialogs.rowActions : undefined}
        state={services.state}
        loadingText="Loading services..."
        failedText="Failed to load services"
        onRetry={services.retry}
        emptyText="No services found"
        emptyHint={
          isFiltered
            ? 'No service fits the search and filters.'
            : 'A service is work that you sell: a warranty, a maintenance contract, an installation.'
        }
        emptyAction={
          isFiltered ? (
            <Button variant="default" onClick={filters.clear}>
              Clear All
            </Button>
          ) : (
            <Button onClick={dialogs.create}>Add Service</Button>
          )
        }
        onOpenRow={dialogs.edit}
        isRowMuted={isInactive}
      />
      <FilterPanel
        filters={serviceFilters}
        values={filters.values}
        rows={services.rows}
        onApply={filters.replace}
        sort={{ columns, keys: sortKeys, value: sort, initial: byName, onApply: setSort }}
        footer={
          services.state === 'ready'
            ? `Showing ${rows.length} of ${services.rows.length} services`
            : null
        }
      />
      <ServiceDialogs services={services} dialogs={dialogs} />
    </Page>
  );
}

function Figures({ services, loading }: { services: readonly Service[]; loading: boolean }) {
  const figures = useMemo(() => figuresOf(services), [services]);
  const cards = [
    { label: 'Total Services', value: String(figures.total) },
    { label: 'Active Services', value: String(figures.active) },
    { label: 'On-site Services', value: String(figures.onSite) },
    { label: 'Remote Services', value: String(figures.remote) },
  ];
  return <StatCards cards={cards} loading={loading} />;
}

function Tools({ filters, rows }: { filters: FiltersState; rows: readonly Service[] }) {
  return (
    <>
      <ListSearch
        label="Search services"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      >
        {[typeFilter, statusFilter].map((filter) => (
          <FilterInput
            key={filter.key}
            className="services-filter"
            filter={filter}
            rows={rows}
            value={filters.values[filter.key] ?? ''}
            onChange={(value) => filters.set(filter.key, value)}
            labelHidden
          />
        ))}
      </ListSearch>
      <FilterChips
        filters={serviceFilters}
        values={filters.values}
        rows={rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
    </>
  );
}
