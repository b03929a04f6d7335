import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';
import type { TaxMode } from '~/modules/organization/company/settings.fields';
import type { CheckResult } from './findings.fields';
import {
  type CheckFacts,
  eInvoiceDemand,
  type Found,
  type FixOf,
  found,
  isForEInvoice,
} from './findings.rules';
import { lineFindings } from './line-findings.rules';
import { partyFindings } from './party-findings.rules';
import { printingFindings } from './printing-findings.rules';
import { supplyFindings } from './supply-findings.rules';
import type { GoodsDocument, TaxDocument } from './tax-documents.fields';

export interface PreflightFacts extends Omit<CheckFacts, 'portal'> {
  /** How the company taxes what it makes now. */
  tax_mode?: TaxMode;
  /** The account that is printed on the document. */
  account?: PaymentMethod | null;
}

/**
 * What portals would refuse or doubt in a document before it is issued, and what cannot be printed; of one without GST only
 * the latter, and that its company has changed over since (docs/product/invoices.md#check-before-issue).
 */
export function preflight(doc: TaxDocument, facts: PreflightFacts): Found[] {
  const printing = printingFindings(doc, facts.account ?? null);
  if (doc.tax_mode === 'single') return [...changeFindings(doc, facts), ...printing];
  const portal = eInvoiceDemand(doc, facts.turnover_band);
  return [
    ...allFindings(doc, { ...facts, portal }),
    ...found('warning', portal === 'warning', {
      field: 'turnover_band',
      message: 'The turnover band is not set: above ₹5 crore an e-invoice is needed',
      mend: 'settings',
    }),
    ...printing,
  ];
}

function changeFindings({ kind, status }: GoodsDocument, { tax_mode }: PreflightFacts): Found[] {
  return found('warning', tax_mode === 'gst' && kind === 'invoice' && status === 'draft', {
    field: 'tax_mode',
    message: 'All items share one tax rate. Save them again to tax each by its class.',
    mend: 'document',
  });
}

/** Why the e-invoice portal would refuse a document, and what it would doubt. */
export function eInvoiceFindings(doc: GoodsDocument, facts: PreflightFacts): Found[] {
  const refusal = fileRefusal(doc) ?? eInvoiceRefusal(doc);
  return refusal === null ? fileFindings(doc, facts) : [refusal];
}

/** What any portal's file of a document asks for: an issued one by GST, and all that there is to name. */
export function fileFindings(doc: GoodsDocument, facts: PreflightFacts): Found[] {
  const refusal = fileRefusal(doc);
  return refusal === null ? allFindings(doc, { ...facts, portal: 'error' }) : [refusal];
}

function fileRefusal({ kind, tax_mode, status }: GoodsDocument): Found | null {
  if (tax_mode === 'single') return refuse('tax_mode', 'This document was not created in GST mode');
  if (status === 'draft') {
    const deed = kind === 'delivery' ? 'Dispatch' : 'Issue';
    return refuse('status', `A draft has no number yet. ${deed} it first.`);
  }
  return status === 'cancelled' ? refuse('status', 'The document is cancelled') : null;
}

function eInvoiceRefusal(doc: GoodsDocument): Found | null {
  if (doc.supply_type === 'b2c') {
    return refuse('supply_type', 'E-invoices are for registered buyers and exports');
  }
  if (isForEInvoice(doc)) return null;
  return refuse('items', 'No item is taxable, so no e-invoice is needed');
}

function refuse(field: string, message: string): Found {
  return { severity: 'error', field, message, mend: 'document' };
}

function allFindings(doc: GoodsDocument, facts: CheckFacts): Found[] {
  return [...partyFindings(doc, facts), ...supplyFindings(doc, facts), ...lineFindings(doc, facts)];
}

/** Where the findings of a document are fixed, and whether it may be issued. */
export function checkResult(all: readonly Found[], fixOf: FixOf): CheckResult {
  const findings = all.map(({ mend, ...finding }) => ({
    ...finding,
    fix: fixOf({ mend, field: finding.field }),
  }));
  return { ready: all.every(({ severity }) => severity !== 'error'), findings };
}
