import type { Db } from '~/kit/server/database/db';
import { AppError, notFound } from '~/kit/server/errors';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { vendorParty } from '~/modules/buying/vendors/server/vendors.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  type GoodsDocument,
  noPrintedTexts,
  type TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { noTax } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { readParties } from '~/modules/sales/papers/server/parties.service';
import type { Transport } from '../transport.fields';
import { findJobWork, type JobWorkRow } from './job-work.queries';

type Carrier = Pick<Transport, 'transporter_name' | 'transporter_id' | 'vehicle_number'>;

/**
 * The challan of goods that went to a job worker, as portals read documents: with their value, without tax
 * (docs/product/transfers.md#e-way-bill). 404; 409 where they went elsewhere, or it is not known to whom.
 */
export async function readJobWork(
  db: Db,
  id: number,
): Promise<Carrier & { document: GoodsDocument; vendor_id: number }> {
  const row = await findJobWork(db, id);
  if (!row) throw notFound('Transfer');
  const { vendor_id, transporter_name, transporter_id, vehicle_number } = row;
  if (row.status !== 'draft' && row.challan_number === null)
    throw refused(row, 'Its goods did not go to a job worker, so it needs no e-way bill');
  if (vendor_id === null)
    throw refused(row, `The location "${row.to_name}" has no vendor`, '/locations');
  const [parties, { tax_mode }] = await Promise.all([
    readParties(db, { party: vendorParty(vendor_id) }),
    getSettings(db),
  ]);
  const carrier = { transporter_name, transporter_id, vehicle_number };
  return { ...carrier, vendor_id, document: documentOf(row, { ...parties, tax_mode }) };
}

function refused({ id, transfer_number: label }: JobWorkRow, message: string, fix?: string) {
  const record = { type: 'transfer', id, label };
  return new AppError(
    'e_way_bill.refused',
    `The e-way bill portal would refuse ${label}: ${message}`,
    {
      details: [{ field: 'to_id', message, record, ...(fix ? { fix } : {}) }],
    },
  );
}

function documentOf(
  { id, challan_number, transfer_number, transfer_date, status, lines }: JobWorkRow,
  { seller, buyer, tax_mode }: Pick<GoodsDocument, 'seller' | 'buyer' | 'tax_mode'>,
): GoodsDocument {
  const total = sumOf(lines.map(({ value }) => value ?? 0));
  return {
    ...noPrintedTexts,
    ...noTax,
    kind: 'transfer',
    id,
    number: challan_number ?? transfer_number,
    date: transfer_date,
    due_date: null,
    status,
    tax_mode,
    supply_type: buyer.gstin === null ? 'b2c' : 'b2b',
    place_of_supply: buyer.state_code,
    reverse_charge: false,
    lut_number: null,
    seller,
    buyer,
    delivery: null,
    lines: lines.map(lineOf),
    subtotal: total,
    tax_rate: 0,
    tax_amount: 0,
    round_off: 0,
    total_amount: total,
    original: null,
    reason: null,
  };
}

function lineOf({ value, ...line }: JobWorkRow['lines'][number]): TaxDocumentLine {
  const amount = value ?? 0;
  return {
    ...noTax,
    ...line,
    isService: false,
    unit_price: amount / line.quantity,
    gross_amount: amount,
    discount_percent: null,
    discount_amount: 0,
    taxable_value: amount,
    tax_treatment: 'non_gst',
    tax_rate: null,
  };
}
