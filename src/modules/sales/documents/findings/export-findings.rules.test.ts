import { expect, it } from 'vitest';
import { preflight } from './preflight.rules';
import { gstDocument, gstLine, gstParty } from '../print/tax-documents.builders';
import type { TaxDocument, TaxDocumentLine } from '../print/tax-documents.fields';

const basis = { today: '2026-11-23', turnover_band: 'up_to_5_crore' } as const;
const buyer = gstParty({
  gst_category: 'overseas',
  gstin: null,
  state: null,
  state_code: '96',
  postal_code: null,
  country: 'Germany',
});
const port = gstParty({ gstin: null, postal_code: '400707' });

function findingsOf(change: Partial<TaxDocument> = {}, line: Partial<TaxDocumentLine> = {}) {
  const lines = [gstLine({ quantity: 500, ...line }, 'between')];
  const of = { buyer, supply_type: 'export_with', place_of_supply: '96', lines } as const;
  return preflight(gstDocument({ ...of, ...change }), basis).map(({ severity, field }) => [
    severity,
    field,
  ]);
}

it('an export of goods that needs an e-way bill is doubted without an address in India', () => {
  const doubt = [['warning', 'shipping_address_id']];
  expect(findingsOf()).toEqual(doubt);
  expect(findingsOf({ delivery: { ...buyer, city: 'Hamburg' } })).toEqual(doubt);
  expect(findingsOf({ delivery: port })).toEqual([]);
});

it('an export of little value, of services, or by a note has no e-way bill', () => {
  expect(findingsOf({}, { quantity: 1 })).toEqual([]);
  expect(findingsOf({}, { hsn_code: '998314', uqc: null })).toEqual([]);
  const original = { id: 1, number: 'INV-1', date: '2026-10-01' };
  expect(findingsOf({ kind: 'credit_note', original, reason: 'return' })).toEqual([]);
});
