import { count } from '~/kit/shared/filters/figures';
import { bands, choice, filtersOf, search, textIn } from '~/kit/shared/filters/kind-filters';
import { type Service, serviceFields } from './services.fields';

/** The filters of the services list (docs/product/services.md#filters). */
export const serviceFilters = filtersOf<Service, unknown>(serviceFields, {
  search: search(['service_name', 'sku_code', 'category', 'description', 'tags']),
  service_type: choice({ label: 'Type' }),
  category: textIn(),
  priority: choice(),
  status: bands('Status', {
    active: ['Active', { is_active: true }],
    inactive: ['Inactive', { is_active: false }],
  }),
});

/** The figures above the list. */
export const serviceFigures = {
  total: count<Service>(),
  active: count<Service>({ is_active: true }),
  onSite: count<Service>({ is_on_site: true }),
  remote: count<Service>({ is_remote: true }),
};
