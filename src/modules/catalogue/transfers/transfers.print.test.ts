import { expect, it } from 'vitest';
import type { BillingProfile } from '~/modules/organization/company/identity.fields';
import type { Transfer } from './transfers.fields';
import { type PrintedLine, transferPrintDocument } from './transfers.print';

const transfer = {
  transfer_number: 'TR-26-27-00004',
  challan_number: 'JC-26-27-00002',
  from_name: 'Main',
  to_name: 'Sai Platers',
  transfer_date: '2026-11-30',
  status: 'done',
  vehicle_number: 'MH12AB1234',
  transporter_name: null,
  transporter_id: null,
  notes: 'Zinc, 8 microns',
} as unknown as Transfer;

const company = { company_name: 'Deccan Pumps', tax_id: '27AAPFU0939F1ZV' } as BillingProfile;

const line = (lots: PrintedLine['lots'], value: number | null): PrintedLine => ({
  id: 1,
  product_id: 1,
  product_name: 'Shaft',
  sku_code: 'SH-1',
  description: 'Shaft',
  hsn_code: '848310',
  quantity: 3,
  unit: 'pcs',
  lots,
  value,
});

const lots = [
  { lot_id: 1, lot_number: 'H-7', quantity: 2 },
  { lot_id: 2, lot_number: 'H-8', quantity: 1 },
];

it('prints a challan for job work in three copies, with lots and value', () => {
  const lines = [line(lots, 100.1), line(lots.slice(0, 1), 0.2)];
  const printed = transferPrintDocument({
    transfer,
    isJobWork: true,
    worker: null,
    lines,
    company,
  });
  expect(printed).toMatchObject({
    title: 'JC-26-27-00002',
    heading: 'DELIVERY CHALLAN',
    statements: ['Job work, not for supply'],
    issuer: ['Deccan Pumps', 'Tax ID: 27AAPFU0939F1ZV'],
    head: [
      { label: 'Challan Number', value: 'JC-26-27-00002' },
      { label: 'Challan Date' },
      { label: 'Transfer', value: 'TR-26-27-00004' },
      { label: 'Vehicle', value: 'MH12AB1234' },
    ],
    totals: [{ label: 'Total Value', value: '₹100.30' }],
  });
  expect(printed.copies).toHaveLength(3);
  expect(printed.table?.rows).toEqual([
    [
      '1',
      { text: 'Shaft', after: 'SH-1\nLots: H-7 × 2, H-8 × 1' },
      '848310',
      { text: '3', after: 'pcs' },
      '₹100.10',
    ],
    [
      '2',
      { text: 'Shaft', after: 'SH-1\nLots: H-7 × 2' },
      '848310',
      { text: '3', after: 'pcs' },
      '₹0.20',
    ],
  ]);
});

it('prints a note without values between own locations, and marks a draft', () => {
  const draft: Transfer = {
    ...transfer,
    status: 'draft',
    challan_number: null,
    transfer_number: 'DRAFT-4',
  };
  const lines = [line(null, null)];
  const note = transferPrintDocument({
    transfer: draft,
    isJobWork: false,
    worker: null,
    lines,
    company,
  });
  expect(note).toMatchObject({ heading: 'TRANSFER NOTE', mark: 'DRAFT', totals: [] });
  expect(note.copies).toBeUndefined();
  expect(note.table?.rows).toEqual([
    ['1', { text: 'Shaft', after: 'SH-1' }, { text: '3', after: 'pcs' }],
  ]);
  const worker = ['Sai Platers Pvt Ltd', 'GSTIN: 27AAACS1234K1ZV'];
  const challan = transferPrintDocument({
    transfer: draft,
    isJobWork: true,
    worker,
    lines,
    company,
  });
  expect(challan).toMatchObject({ title: 'DRAFT-4', totals: [{ value: '' }] });
  expect(challan.parties[1]).toEqual({ heading: 'Job Worker', lines: worker });
});
