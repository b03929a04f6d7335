import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { isDay } from '~/kit/shared/time/days';
import { reminderTextFields } from './reminder-texts.rules';
import { taxModes, turnoverBands } from './tax-settings.fields';
import { tdsCodesSchema } from './tds-codes.fields';

const rate = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .min(0, { error: `${label} must be at least 0` })
    .max(100, { error: `${label} cannot exceed 100` })
    .refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)), {
      error: `${label} cannot have more than two decimals`,
    });

/** So that a number with its year and five digits has at most 16 characters. */
const prefixPattern = /^[A-Za-z1-9][A-Za-z0-9/-]{0,3}$/;

const prefix = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .regex(prefixPattern, {
      error: `${label} must be 1 to 4 letters, digits, "-" or "/", starting with a letter or 1 to 9`,
    });

const lutNumber = z
  .string({ error: 'LUT number must be text' })
  .trim()
  .max(30, { error: 'LUT number cannot exceed 30 characters' })
  .nullable();

/** The server checks whether it can be read: only the server has the parser. */
const certificates = z
  .string({ error: 'E-invoice certificates must be text' })
  .trim()
  .max(20_000, { error: 'E-invoice certificates cannot exceed 20,000 characters' })
  .nullable();

const bands = turnoverBands.map(({ value }) => value);

const reminderDay = 'Each day of the reminders must be a whole number from -90 to 365';

/** When customers are reminded of unpaid invoices; days are counted from the due date, and negative ones lie before it. */
const remindersSchema = z.strictObject(
  {
    enabled: z.boolean({ error: 'Whether reminders are sent must be true or false' }),
    days: z
      .array(
        z.int({ error: reminderDay }).min(-90, { error: reminderDay }).max(365, {
          error: reminderDay,
        }),
        { error: 'The days of the reminders must be a list' },
      )
      .max(20, { error: 'There can be at most 20 days of reminders' })
      .refine((days) => new Set(days).size === days.length, {
        error: 'Each day of the reminders can be there only once',
      }),
  },
  { error: 'The reminders must have enabled and days' },
);

/** A company's own text, or null; the patch has the rule. */
const reminderText = z.string().nullable();

const lostReason = 'Each lost reason must be a text of 1 to 100 characters';

/** The reasons that a lost lead can have (docs/product/leads.md#lost-reason). */
const lostReasons = z
  .array(
    z
      .string({ error: lostReason })
      .trim()
      .min(1, { error: lostReason })
      .max(100, { error: lostReason }),
    { error: 'The lost reasons must be a list' },
  )
  .max(30, { error: 'There can be at most 30 lost reasons' })
  .refine((reasons) => new Set(reasons).size === reasons.length, {
    error: 'Each lost reason can be there only once',
  });

/** The company's settings (docs/product/company.md#settings), each with its rule. */
const settingsShape = {
  time_zone: z
    .string({ error: 'The time zone must be text' })
    .refine(isTimeZone, { error: 'The time zone must be a name such as Asia/Kolkata' }),
  financial_year_start_month: z
    .int({ error: 'The first month must be a whole number from 1 to 12' })
    .min(1, { error: 'The first month must be a whole number from 1 to 12' })
    .max(12, { error: 'The first month must be a whole number from 1 to 12' }),
  order_tax_rate: rate('Order tax rate'),
  customer_tax_rate: rate('Customer tax rate'),
  invoice_tax_rate: rate('Invoice tax rate'),
  allow_negative_stock: z.boolean({ error: 'Allow negative stock must be true or false' }),
  stock_closed_until: z
    .string({ error: 'Stock closed until must be a day or null' })
    .refine(isDay, { error: 'Stock closed until must be a day such as 2026-03-31' })
    .nullable(),
  over_receipt_percent: z
    .number({ error: 'Over-receipt must be a number' })
    .min(0, { error: 'Over-receipt must be from 0 to 100 percent' })
    .max(100, { error: 'Over-receipt must be from 0 to 100 percent' }),
  credit_check: z.enum(['off', 'warn', 'stop'], {
    error: 'Credit check must be off, warn or stop',
  }),
  workspace_isolation: z.boolean({ error: 'Workspace isolation must be true or false' }),
  user_second_factor_required: z.boolean({
    error: 'Whether users without a role need a second factor must be true or false',
  }),
  revenue_goal: z
    .number({ error: 'Revenue goal must be a number' })
    .min(1, { error: 'Revenue goal must be at least 1' })
    .max(999_999_999_999, { error: 'Revenue goal cannot exceed 999,999,999,999' })
    .refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)), {
      error: 'Revenue goal cannot have more than two decimals',
    })
    .nullable(),
  default_invoice_terms: z
    .string({ error: 'Default terms must be text' })
    .trim()
    .max(500, { error: 'Default terms cannot exceed 500 characters' }),
  order_prefix: prefix('Order prefix'),
  invoice_prefix: prefix('Invoice prefix'),
  quotation_prefix: prefix('Quotation prefix'),
  receipt_prefix: prefix('Receipt prefix'),
  count_prefix: prefix('Count prefix'),
  reminders: remindersSchema,
  reminder_text_friendly: reminderText,
  reminder_text_request: reminderText,
  reminder_text_firm: reminderText,
  late_interest_rate: rate('Interest on late payment').nullable(),
  quotation_validity_days: z
    .int({ error: 'Quotation validity must be a whole number of days' })
    .min(0, { error: 'Quotation validity must be from 0 to 3,650 days' })
    .max(3650, { error: 'Quotation validity must be from 0 to 3,650 days' }),
  delivery_prefix: prefix('Delivery prefix'),
  transfer_prefix: prefix('Transfer prefix'),
  job_challan_prefix: prefix('Job work challan prefix'),
  purchase_prefix: prefix('Purchase order prefix'),
  goods_receipt_prefix: prefix('Goods receipt prefix'),
  vendor_return_prefix: prefix('Vendor return prefix'),
  bill_prefix: prefix('Bill prefix'),
  vendor_payment_prefix: prefix('Vendor payment prefix'),
  tds_codes: tdsCodesSchema,
  lost_reasons: lostReasons,
  country_code: z
    .string({ error: 'Country code must be text' })
    .trim()
    .regex(/^[1-9]\d{0,3}$/, { error: 'Country code must be 1 to 4 digits, such as 91' }),
  tax_mode: z.enum(
    taxModes.map(({ value }) => value),
    { error: 'Tax mode must be single or gst' },
  ),
  round_to_rupee: z.boolean({ error: 'Round to rupee must be true or false' }),
  price_decimals: z.literal([2, 3, 4], { error: 'Price decimals must be 2, 3 or 4' }),
  turnover_band: z
    .enum(bands, { error: `Turnover band must be one of ${bands.join(', ')}` })
    .nullable(),
  lut_number: lutNumber,
  e_invoice_certificates: certificates,
};

export const settingsSchema = z.object(settingsShape);
export const settingsPatchSchema = z
  .strictObject({
    ...settingsShape,
    lut_number: lutNumber.transform((text) => text || null),
    e_invoice_certificates: certificates.transform((text) => text || null),
    reminder_text_friendly: fieldSchema(reminderTextFields.reminder_text_friendly),
    reminder_text_request: fieldSchema(reminderTextFields.reminder_text_request),
    reminder_text_firm: fieldSchema(reminderTextFields.reminder_text_firm),
  })
  .partial();

export type Settings = z.output<typeof settingsSchema>;
export type TaxMode = Settings['tax_mode'];
export type SettingsPatch = z.output<typeof settingsPatchSchema>;

/** What keeps a company from computing by GST, or null: a prefix from before may be too long for a legal number. */
export function gstProblem({ tax_mode, invoice_prefix }: Settings): string | null {
  if (tax_mode === 'single' || prefixPattern.test(invoice_prefix)) return null;
  return `Shorten the invoice prefix "${invoice_prefix}" to at most 4 characters first`;
}

/** Abbreviations such as IST mean another zone elsewhere; only names of a region and a place are taken, and UTC. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
