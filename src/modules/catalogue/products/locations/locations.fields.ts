import { nameOptions } from '~/kit/shared/fields/contact';
import * as field from '~/kit/shared/fields/fields';

/** The location that every company has, and goods without a named one lie in (docs/product/locations.md). */
export const firstLocation = 1;

export const locationKinds = [
  { value: 'store', label: 'Store', color: 'green' },
  { value: 'hold', label: 'Hold', color: 'yellow' },
  { value: 'job_worker', label: 'Job worker', color: 'blue' },
] as const;

/** The fields of a location and their validation (docs/product/locations.md#fields). */
export const locationFields = {
  id: field.id,
  name: field.text({
    ...nameOptions,
    label: 'Name',
    sortable: true,
    messages: {
      required: 'Location name is required',
      min: 'Location name must be at least 2 characters',
      max: 'Location name cannot exceed 100 characters',
    },
  }),
  code: field.text({ label: 'Code', max: 50, sortable: true }),
  kind: field.choice({ label: 'Kind', choices: locationKinds, required: true, sortable: true }),
  /** Of a job worker: with whom the goods are. */
  vendor_id: field.link({ label: 'Vendor', to: 'vendors' }),
  vendor_name: field.derived(field.text({ label: 'Vendor', max: 255, sortable: true })),
  is_default: field.flag({ label: 'Default' }),
  is_active: field.flag({ label: 'Active', states: field.activeStates, sortable: true }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated', sortable: true }),
};

export type Location = field.RowOf<typeof locationFields>;
export type LocationPatch = field.PatchOf<typeof locationFields>;
