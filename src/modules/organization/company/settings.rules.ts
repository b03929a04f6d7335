import type { ErrorTable } from '~/kit/shared/error-codes';
import type { Settings, SettingsPatch } from './settings.fields';
import { defaultTdsCodes } from './tds-codes.fields';

export const companyRefusals = {
  'logo.unsupported_format': [400, 'The logo is not a PNG or JPEG image'],
  'logo.damaged': [400, 'The logo is damaged'],
  'logo.dimensions_too_large': [400, 'The logo has too many pixels'],
  'payment_method.is_default': [409, 'The default account can only be replaced by another one'],
} as const satisfies ErrorTable;

export const defaultSettings: Settings = {
  time_zone: 'Asia/Kolkata',
  financial_year_start_month: 4,
  order_tax_rate: 10,
  customer_tax_rate: 18,
  invoice_tax_rate: 18,
  allow_negative_stock: false,
  stock_closed_until: null,
  over_receipt_percent: 10,
  credit_check: 'warn',
  workspace_isolation: false,
  user_second_factor_required: false,
  revenue_goal: null,
  default_invoice_terms: 'Net 30 days',
  order_prefix: 'ORD',
  invoice_prefix: 'INV',
  quotation_prefix: 'QTN',
  receipt_prefix: 'RCT',
  count_prefix: 'SC',
  reminders: { enabled: false, days: [-3, 1, 7, 15, 30] },
  reminder_text_friendly: null,
  reminder_text_request: null,
  reminder_text_firm: null,
  late_interest_rate: null,
  quotation_validity_days: 30,
  delivery_prefix: 'DC',
  transfer_prefix: 'TR',
  job_challan_prefix: 'JC',
  purchase_prefix: 'PO',
  goods_receipt_prefix: 'GRN',
  vendor_return_prefix: 'RTN',
  bill_prefix: 'PB',
  vendor_payment_prefix: 'VP',
  tds_codes: defaultTdsCodes,
  lost_reasons: ['Price', 'Competitor', 'Delivery time', 'No budget', 'No need', 'No answer'],
  country_code: '91',
  tax_mode: 'single',
  round_to_rupee: false,
  price_decimals: 2,
  turnover_band: null,
  lut_number: null,
  e_invoice_certificates: null,
};

/** Settings of access, of trust and of the texts by which customers learn where to pay, with their names in mails. */
const guarded = {
  user_second_factor_required: 'two-step sign-in for users without a role',
  workspace_isolation: 'isolation of workspaces',
  e_invoice_certificates: 'e-invoice certificates',
  default_invoice_terms: 'default terms of invoices',
  reminder_text_friendly: 'text of friendly reminders',
  reminder_text_request: 'text of payment requests',
  reminder_text_firm: 'text of firm reminders',
} as const satisfies Partial<Record<keyof Settings, string>>;

/**
 * The names of changed settings that need a confirmation, and of which the other administrators are mailed
 * (docs/product/sign-in.md#confirmation).
 */
export function guardedChanges(before: Settings, patch: SettingsPatch): string[] {
  const names = Object.keys(guarded) as (keyof typeof guarded)[];
  return names
    .filter((name) => patch[name] !== undefined && patch[name] !== before[name])
    .map((name) => guarded[name]);
}

/** The month in which the years of legal numbers begin: always April by GST (docs/product/company.md#number-series). */
export function legalYearStart(
  settings: Pick<Settings, 'tax_mode' | 'financial_year_start_month'>,
): number {
  return settings.tax_mode === 'gst' ? 4 : settings.financial_year_start_month;
}
