import type { Settings, SettingsPatch } from './settings.fields';

export const defaultSettings: Settings = {
  time_zone: 'Asia/Kolkata',
  financial_year_start_month: 4,
  order_tax_rate: 10,
  customer_tax_rate: 18,
  invoice_tax_rate: 18,
  allow_negative_stock: false,
  credit_check: 'warn',
  workspace_isolation: false,
  user_second_factor_required: false,
  revenue_goal: null,
  default_invoice_terms: 'Net 30 days',
  order_prefix: 'ORD',
  invoice_prefix: 'INV',
  quotation_prefix: 'QTN',
  receipt_prefix: 'RCT',
  reminders: { enabled: false, days: [-3, 1, 7, 15, 30] },
  reminder_text_friendly: null,
  reminder_text_request: null,
  reminder_text_firm: null,
  late_interest_rate: null,
  quotation_validity_days: 30,
  delivery_prefix: 'DC',
  lost_reasons: ['Price', 'Competitor', 'Delivery time', 'No budget', 'No need', 'No answer'],
  tax_mode: 'single',
  round_to_rupee: false,
  price_decimals: 2,
  turnover_band: null,
  lut_number: null,
  e_invoice_certificates: null,
};

const ofAccess = ['user_second_factor_required', 'workspace_isolation'] as const;

/** Whether a change of settings gives or takes access (docs/product/sign-in.md#confirmation). */
export function changesAccess(before: Settings, patch: SettingsPatch): boolean {
  return ofAccess.some((name) => patch[name] !== undefined && patch[name] !== before[name]);
}

/** The month in which the years of legal numbers begin: always April by GST (docs/product/company.md#number-series). */
export function legalYearStart(
  settings: Pick<Settings, 'tax_mode' | 'financial_year_start_month'>,
): number {
  return settings.tax_mode === 'gst' ? 4 : settings.financial_year_start_month;
}
