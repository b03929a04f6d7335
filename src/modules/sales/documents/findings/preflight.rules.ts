import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import type { TaxMode } from '~/modules/organization/company/settings.fields';
import type { CheckResult } from './findings.fields';
import {
  type CheckBasis,
  eInvoiceDemand,
  type RawFinding,
  type FixOf,
  found,
  isForEInvoice,
} from './findings.rules';
import { lineFindings } from './line-findings.rules';
import { partyFindings } from './party-findings.rules';
import { printingFindings } from './printing-findings.rules';
import { supplyFindings } from './supply-findings.rules';
import type { GoodsDocument, TaxDocument } from '../print/tax-documents.fields';

export interface PreflightBasis extends Omit<CheckBasis, 'portal'> {
  /** How the company taxes what it makes now. */
  tax_mode?: TaxMode;
  /** The account that is printed on the document. */
  account?: PaymentMethod | null;
}

/**
 * What portals would refuse or doubt in a document before it is issued, and what cannot be printed; of one without GST only
 * the latter, and that its company has changed over since (docs/product/invoices.md#check-before-issue).
 */
export function preflight(doc: TaxDocument, basis: PreflightBasis): RawFinding[] {
  const printing = printingFindings(doc, basis.account ?? null);
  if (doc.tax_mode === 'single') return [...changeFindings(doc, basis), ...printing];
  const portal = eInvoiceDemand(doc, basis.turnover_band);
  return [
    ...allFindings(doc, { ...basis, portal }),
    ...found('warning', portal === 'warning', {
      field: 'turnover_band',
      message: 'The turnover band is not set: above ₹5 crore an e-invoice is needed',
      fixIn: 'settings',
    }),
    ...printing,
  ];
}

function changeFindings(
  { kind, status }: GoodsDocument,
  { tax_mode }: PreflightBasis,
): RawFinding[] {
  return found('warning', tax_mode === 'gst' && kind === 'invoice' && status === 'draft', {
    field: 'tax_mode',
    message: 'All items share one tax rate. Save them again to tax each by its class.',
    fixIn: 'document',
  });
}

/** Why the e-invoice portal would refuse a document, and what it would doubt. */
export function eInvoiceFindings(doc: GoodsDocument, basis: PreflightBasis): RawFinding[] {
  const refusal = fileRefusal(doc) ?? eInvoiceRefusal(doc);
  return refusal === null ? fileFindings(doc, basis) : [refusal];
}

/** What any portal's file of a document asks for: an issued one by GST, and all that there is to name. */
export function fileFindings(doc: GoodsDocument, basis: PreflightBasis): RawFinding[] {
  const refusal = fileRefusal(doc);
  return refusal === null ? allFindings(doc, { ...basis, portal: 'error' }) : [refusal];
}

/** What gives a document its number. */
const verbs: Partial<Record<GoodsDocument['kind'], string>> = {
  delivery: 'Dispatch',
  transfer: 'Transfer',
};

function fileRefusal({ kind, tax_mode, status }: GoodsDocument): RawFinding | null {
  if (tax_mode === 'single') return refuse('tax_mode', 'This document was not created in GST mode');
  if (status === 'draft') {
    return refuse('status', `A draft has no number yet. ${verbs[kind] ?? 'Issue'} it first.`);
  }
  return status === 'cancelled' ? refuse('status', 'The document is cancelled') : null;
}

function eInvoiceRefusal(doc: GoodsDocument): RawFinding | null {
  if (doc.supply_type === 'b2c') {
    return refuse('supply_type', 'E-invoices are for registered buyers and exports');
  }
  if (isForEInvoice(doc)) return null;
  return refuse('items', 'No item is taxable, so no e-invoice is needed');
}

function refuse(field: string, message: string): RawFinding {
  return { severity: 'error', field, message, fixIn: 'document' };
}

function allFindings(doc: GoodsDocument, basis: CheckBasis): RawFinding[] {
  return [...partyFindings(doc, basis), ...supplyFindings(doc, basis), ...lineFindings(doc, basis)];
}

/** Where the findings of a document are fixed, and whether it may be issued. */
export function checkResult(all: readonly RawFinding[], fixOf: FixOf): CheckResult {
  const findings = all.map(({ fixIn, ...finding }) => ({
    ...finding,
    fix: fixOf({ fixIn, field: finding.field }),
  }));
  return { ready: all.every(({ severity }) => severity !== 'error'), findings };
}
