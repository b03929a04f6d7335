import { createHash } from 'node:crypto';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { RawFinding } from '~/modules/sales/documents/findings/findings.rules';
import { eInvoiceFindings } from '~/modules/sales/documents/findings/preflight.rules';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import { preflightBasis } from '~/modules/sales/papers/server/checking.service';
import { taxDocumentsOf } from '~/modules/billing/invoices/server/tax-documents.service';
import { eInvoiceOf } from '../e-invoice.rules';
import { eWayBillFindings } from '../e-way-bill.rules';
import { sampleResponse } from '../sample-responses.rules';
import { readResponses } from '../signed-responses.rules';
import type { Transport } from '../transport.fields';
import { insertEInvoice, saveTransport, listSampleInvoices } from './filings.queries';

/** Anyone who decodes a sample's QR code reads that no portal signed it. */
const issuer = { iss: 'SAMPLE (invented)', alg: 'none', signature: 'bm90LXNpZ25lZA' };
const days = 200;
/** In rupees: what goes farther than this needs an e-way bill. */
const billedFrom = 50_000;
const mostBills = 12;

/**
 * Invented IRNs on half of the later sample invoices that need one, and how the goods of some travelled
 * (docs/product/running.md#sample-data-by-gst). Returns how many.
 */
export async function fillDemoFilings(trx: Transaction, now: Date): Promise<number> {
  const { time_zone, tax_mode } = await getSettings(trx);
  if (tax_mode !== 'gst') return 0;
  const today = dayOf(now, time_zone);
  const yesterday = addDays(today, -1);
  const ids = await listSampleInvoices(trx, { from: addDays(today, -days), to: yesterday });
  const documents = await taxDocumentsOf(trx, ids);
  const basis = await preflightBasis(trx, now);
  let count = 0;
  const registered = documents.filter(
    (document) => !eInvoiceFindings(document, basis).some(isError),
  );
  for (const document of registered.filter((_, index) => index % 2 === 1)) {
    count += 1;
    await addIrn(trx, document, count);
  }
  const sent = documents.filter(({ total_amount }) => total_amount > billedFrom);
  const billed = sent.flatMap((document, index) => {
    const transport = transportOf(document, index);
    return eWayBillFindings(document, transport, basis).some(isError)
      ? []
      : { document, transport };
  });
  for (const { document, transport } of billed.slice(-mostBills)) {
    count += 1;
    const at = new Date(`${document.date}T17:00:00+05:30`);
    await saveTransport(trx, { invoice: document.id, transport, now: at });
  }
  return count;
}

function isError({ severity }: RawFinding): boolean {
  return severity === 'error';
}

async function addIrn(trx: Transaction, document: TaxDocument, position: number): Promise<void> {
  const { seller, number, date } = document;
  const Irn = createHash('sha256').update(`sample ${seller.gstin} ${number}`).digest('hex');
  const AckNo = `SAMPLE-${String(position).padStart(4, '0')}`;
  const ack = { Irn, AckNo, AckDt: `${date} 16:30:00` };
  const response = sampleResponse(eInvoiceOf(document), ack, { issuer });
  const reading = readResponses(response);
  const signed = reading.ok ? reading.responses[0] : undefined;
  if (!signed) throw new Error(`The sample IRN of ${number} cannot be read back`);
  const now = new Date(signed.ack_date);
  await insertEInvoice(trx, { document, signed, response: JSON.stringify(response), now });
}

const byRoad = {
  mode: 'road',
  is_over_dimensional: false,
  transporter_id: null,
  transporter_name: 'Bhosari Roadlines (invented)',
  document_number: null,
  document_date: null,
} as const;

function transportOf({ date, number }: TaxDocument, index: number): Transport {
  const distance_km = 140 + ((index * 137) % 1400);
  if (index % 6 !== 4) {
    return { ...byRoad, distance_km, vehicle_number: `MH12ZZ${String(1000 + index * 7)}` };
  }
  return {
    ...byRoad,
    mode: 'rail',
    distance_km,
    vehicle_number: null,
    transporter_name: null,
    document_number: `RR${number.replaceAll(/\D/g, '').slice(-8)}`,
    document_date: date,
  };
}
