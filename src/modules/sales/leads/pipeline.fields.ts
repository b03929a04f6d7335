import { leadFields } from './leads.fields';

/** The pipeline's wording of a lead: its annual revenue, in rupees without decimals (docs/product/leads.md#fields). */
export const pipelineFields = {
  ...leadFields,
  annual_revenue: {
    ...leadFields.annual_revenue,
    label: 'Annual Revenue',
    currency: 'INR',
    decimals: 0,
  },
} satisfies typeof leadFields;
