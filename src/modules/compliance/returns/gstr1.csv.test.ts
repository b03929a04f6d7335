import { expect, it } from 'vitest';
import { gstParty } from '~/modules/sales/documents/print/tax-documents.builders';
import { gstr1Csv } from './gstr1.csv';
import { gstr1 } from './gstr1.rules';
import { november, returnDocument } from './returns.builders';

it('the CSV has each table with its rows and sums, and no cell that runs', () => {
  const buyer = gstParty({ name: '=HYPERLINK("x")' });
  const csv = [...gstr1Csv(gstr1([returnDocument({ buyer })], november))].join('');
  const lines = csv.split('\r\n');
  expect(lines[0]).toBe('GSTR-1,2026-11,27AAPFU0939F1ZV');
  expect(lines.slice(2, 6)).toEqual([
    '"4, 6B, 6C: registered buyers, SEZ, deemed exports"',
    'Section,Document,Number,Date,Buyer,GSTIN,Place of Supply,Reverse Charge,Invoice,Invoice Date,Document Value,Rate (%),Taxable Value,IGST,CGST,SGST',
    `4A,Invoice,INV-26-27-00001,2026-11-02,"'=HYPERLINK(""x"")",27AAPFU0939F1ZV,Maharashtra (27),No,,,1180,18,1000,0,90,90`,
    'Total,,,,,,,,,,,,1000,0,90,90',
  ]);
  expect(lines).toContain('B2B,731815,NOS,10,18,1000,0,90,90');
  expect(lines).toContain('Invoice,INV-26-27-00001,INV-26-27-00001,1,0,1');
});
