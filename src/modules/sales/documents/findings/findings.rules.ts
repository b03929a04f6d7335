import type { Day } from '~/kit/shared/time/days';
import { isIndia } from '~/modules/organization/company/countries.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import { abroad, isExport } from '~/modules/catalogue/tax/supply.rules';
import type { DocumentParty, GoodsDocument, TaxDocument } from '../print/tax-documents.fields';

export type Severity = 'error' | 'warning';

/** The screen on which a finding is fixed; `catalogue` is that of the product or service of the line. */
export type FixTarget = 'company' | 'settings' | 'customer' | 'document' | 'catalogue' | 'units';

/** The path of the screen on which a finding is fixed. */
export type FixOf = (finding: Pick<RawFinding, 'fixIn' | 'field'>) => string;

/** What a portal would refuse or doubt; `field` is a path such as `customer.gstin` or `items.0.hsn_code`. */
export interface RawFinding {
  severity: Severity;
  field: string;
  message: string;
  fixIn: FixTarget;
}

/** What a check knows besides the document (docs/product/invoices.md#check-before-issue). */
export interface CheckBasis {
  today: Day;
  turnover_band: Settings['turnover_band'];
  /** How grave it is that something is missing which e-invoices alone ask for; null where none is made. */
  portal: Severity | null;
}

/** A finding in words, or nothing where all is well or no one asks. */
export function found(
  severity: Severity | null,
  isWrong: boolean,
  what: Omit<RawFinding, 'severity'>,
): RawFinding[] {
  return isWrong && severity !== null ? [{ severity, ...what }] : [];
}

/** Whether a supply is one that e-invoices are for: registered buyers and exports, of something taxed. */
export function isForEInvoice({
  supply_type,
  lines,
}: Pick<TaxDocument, 'supply_type' | 'lines'>): boolean {
  const isTaxed = lines.some(
    ({ tax_treatment: treatment }) => treatment === 'taxable' || treatment === 'zero_rated',
  );
  return supply_type !== 'b2c' && isTaxed;
}

/** `error` where the company must make an e-invoice of it, `warning` where no one knows, null where it need not. */
export function eInvoiceDemand(
  doc: Pick<TaxDocument, 'supply_type' | 'lines'>,
  turnover_band: Settings['turnover_band'],
): Severity | null {
  if (!isForEInvoice(doc) || turnover_band === 'up_to_5_crore') return null;
  return turnover_band === null ? 'warning' : 'error';
}

/** The legal name, or the one by which it is known. */
export function partyName({
  legal_name,
  name,
}: Pick<DocumentParty, 'legal_name' | 'name'>): string {
  return (legal_name ?? name).trim();
}

/** True for an address in India, such as the port of an export: its state tells it, else its country. */
export function isInIndia({
  state_code,
  country,
}: Pick<DocumentParty, 'state_code' | 'country'>): boolean {
  if (state_code !== null) return state_code !== abroad;
  return isIndia(country);
}

/** Whether nothing of a document moves; one without lines counts as goods. */
export function isOnlyServices({ lines }: Pick<GoodsDocument, 'lines'>): boolean {
  return lines.length > 0 && lines.every(isOfServices);
}

export function isAbroad({ supply_type }: Pick<TaxDocument, 'supply_type'>): boolean {
  return isExport(supply_type);
}

export const numberPattern = /^[A-Za-z1-9][A-Za-z0-9/-]{0,15}$/;
