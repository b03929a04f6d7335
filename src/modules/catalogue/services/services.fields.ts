import { nameOptions } from '~/kit/shared/fields/contact';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { sacField, taxClassField } from '~/modules/catalogue/tax/hsn.fields';

// "Product Installation" is sent and stored, "Installation" is displayed (docs/product/services.md#fields).
export const serviceTypes = [
  { value: 'Warranty', label: 'Warranty' },
  { value: 'AMC', label: 'AMC' },
  { value: 'Product Installation', label: 'Installation' },
  { value: 'Re-Installation', label: 'Re-Installation' },
  { value: 'Demo Request', label: 'Demo Request' },
  { value: 'Training', label: 'Training' },
  { value: 'Maintenance', label: 'Maintenance' },
  { value: 'Consultation', label: 'Consultation' },
  { value: 'Repair', label: 'Repair' },
  { value: 'Other', label: 'Other' },
] as const;

export const servicePriorities = [
  { value: 'Low', label: 'Low', color: 'gray' },
  { value: 'Medium', label: 'Medium', color: 'blue' },
  { value: 'High', label: 'High', color: 'orange' },
  { value: 'Critical', label: 'Critical', color: 'red' },
] as const;

export const pricingModels = [
  { value: 'Fixed', label: 'Fixed' },
  { value: 'Hourly', label: 'Hourly' },
  { value: 'Monthly', label: 'Monthly' },
  { value: 'Yearly', label: 'Yearly' },
  { value: 'Per Unit', label: 'Per Unit' },
] as const;

const mostMoney = 999_999_999_999;

/** The fields of a service and their validation (docs/product/services.md#fields). */
export const serviceFields = {
  id: field.id,
  service_name: field.text({
    ...nameOptions,
    label: 'Service Name',
    messages: {
      required: 'Service name is required',
      min: 'Service name must be at least 2 characters',
      max: 'Service name cannot exceed 100 characters',
    },
  }),
  service_type: field.choice({
    label: 'Service Type',
    required: true,
    choices: serviceTypes,
    sortable: true,
  }),
  sku_code: field.text({ label: 'SKU Code', max: 50, sortable: true }),
  category: field.text({ label: 'Category', max: 100, sortable: true }),
  hsn_code: sacField,
  tax_class_id: taxClassField,
  /** Null means on request ("Quote Required"). */
  price: field.price({
    label: 'Price',
    max: mostMoney,
    sortable: true,
    messages: { min: 'Price must be 0 or more' },
  }),
  pricing_model: field.choice({
    label: 'Pricing Model',
    required: true,
    choices: pricingModels,
    sortable: true,
  }),
  priority: field.choice({
    label: 'Priority',
    required: true,
    choices: servicePriorities,
    sortable: true,
  }),
  is_active: field.flag({ label: 'Active', states: field.activeStates, sortable: true }),
  is_on_site: field.flag({ label: 'On-site', sortable: true }),
  is_remote: field.flag({ label: 'Remote', sortable: true }),
  duration_days: field.wholeNumber({ label: 'Duration (days)', max: 36_500, sortable: true }),
  hourly_rate: field.money({
    label: 'Hourly Rate',
    currency: 'INR',
    max: mostMoney,
    sortable: true,
  }),
  minimum_hours: field.wholeNumber({ label: 'Minimum Hours', max: 10_000, sortable: true }),
  service_areas: field.longText({ label: 'Service Areas', max: 1000 }),
  description: field.longText({ label: 'Description', max: 2000 }),
  requirements: field.longText({ label: 'Requirements', max: 2000 }),
  included_items: field.longText({ label: 'Included Items', max: 2000 }),
  excluded_items: field.longText({ label: 'Excluded Items', max: 2000 }),
  tags: field.text({ label: 'Tags', max: 200 }),
  notes: field.longText({ label: 'Notes', max: 2000 }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated', sortable: true }),
  custom: customOf('services'),
};

export type Service = field.RowOf<typeof serviceFields>;
export type ServicePatch = field.PatchOf<typeof serviceFields>;
