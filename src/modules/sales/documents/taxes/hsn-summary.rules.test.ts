import { expect, it } from 'vitest';
import { hsnSummary } from './hsn-summary.rules';
import { gstDocument, gstLine } from '../print/tax-documents.builders';

it('an HSN summary has a row for each code, unit and rate, in order', () => {
  const lines = [
    gstLine({ hsn_code: '7308', quantity: 2.5, unit_price: 100 }),
    gstLine({ hsn_code: '8481', quantity: 1, unit_price: 10.05, tax_rate: 5 }),
    gstLine({ hsn_code: '7308', quantity: 0.1, unit_price: 100 }),
  ];
  expect(hsnSummary(gstDocument({ lines }))).toEqual([
    {
      hsn_code: '7308',
      uqc: 'NOS',
      tax_rate: 18,
      quantity: 2.6,
      taxable_value: 260,
      cgst_amount: 23.4,
      sgst_amount: 23.4,
      igst_amount: 0,
    },
    {
      hsn_code: '8481',
      uqc: 'NOS',
      tax_rate: 5,
      quantity: 1,
      taxable_value: 10.05,
      cgst_amount: 0.25,
      sgst_amount: 0.25,
      igst_amount: 0,
    },
  ]);
});
