import {
  bandFilter,
  choiceFilter,
  type Filter,
  searchFilter,
  textFilter,
} from '~/kit/shared/filters/filters';
import { type Service, serviceFields } from './services.fields';

/** The two filters that are also shown above the list (docs/product/services.md#filters). */
export const typeFilter: Filter<Service> = choiceFilter(
  'service_type',
  serviceFields.service_type,
  {
    label: 'Type',
  },
);
export const statusFilter: Filter<Service> = bandFilter<Service>({
  key: 'status',
  label: 'Status',
  bands: [
    { value: 'active', label: 'Active', test: (service) => service.is_active },
    { value: 'inactive', label: 'Inactive', test: (service) => !service.is_active },
  ],
});

/** The filters of the services list (docs/product/services.md#filters). */
export const serviceFilters: readonly Filter<Service>[] = [
  searchFilter(['service_name', 'sku_code', 'category', 'description', 'tags']),
  typeFilter,
  textFilter('category', serviceFields.category),
  choiceFilter('priority', serviceFields.priority),
  statusFilter,
];
