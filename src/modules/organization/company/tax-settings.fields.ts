import * as field from '~/kit/shared/fields/fields';

export const taxModes = [
  { value: 'single', label: 'Single rate' },
  { value: 'gst', label: 'GST' },
] as const;

/** By the turnover of the year before; it decides which e-invoices and HSN codes are required. */
export const turnoverBands = [
  { value: 'up_to_5_crore', label: 'Up to ₹5 crore' },
  { value: 'up_to_10_crore', label: '₹5 crore to ₹10 crore' },
  { value: 'above_10_crore', label: 'Above ₹10 crore' },
] as const;

/** The settings of tax as their form shows them (docs/product/billing.md#tax); their rules are the settings' own. */
export const taxSettingsFields = {
  tax_mode: field.choice({ label: 'Tax Mode', choices: taxModes, required: true }),
  turnover_band: field.choice({ label: 'Turnover Band', choices: turnoverBands }),
  lut_number: field.text({ label: 'LUT Number', max: 30 }),
  price_decimals: field.wholeNumber({
    label: 'Price Decimals',
    required: true,
    min: 2,
    max: 4,
    step: 1,
  }),
  round_to_rupee: field.flag({ label: 'Round to Rupee' }),
  e_invoice_certificates: field.longText({ label: 'E-Invoice Certificates', max: 20_000 }),
};
