import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import { type EInvoice, eInvoiceOf, mainHsnCodes } from './e-invoice.rules';
import { sampleResponse } from './sample-responses.rules';
import type { Transport } from './transport.fields';

type Change = Readonly<Record<string, unknown>>;

/** An invented IRN. */
export const sampleIrn = '3f0a'.repeat(16);

/** What the portal would answer to a document's file, signed by no one; `change` overrides claims of the QR code. */
export function signedResponse(
  document: TaxDocument,
  { change = {}, ...more }: { change?: Change; ackDate?: string } = {},
) {
  return signedFile(eInvoiceOf(document), {
    change: { MainHsnCode: mainHsnCodes(document)[0], ...change },
    ...more,
  });
}

/** The same for a file as it was downloaded. */
export function signedFile(
  file: EInvoice,
  { change = {}, ackDate = '2026-11-02 10:15:00' }: { change?: Change; ackDate?: string } = {},
) {
  const ack = { Irn: sampleIrn, AckNo: 112_610_000_000_001, AckDt: ackDate };
  const issuer = { iss: 'NIC', alg: 'RS256', signature: 'c2lnbmVk' };
  return sampleResponse(file, ack, { issuer, change });
}

export function transport(change: Partial<Transport> = {}): Transport {
  return {
    mode: 'road',
    distance_km: 120,
    vehicle_number: 'MH12AB1234',
    is_over_dimensional: false,
    transporter_id: null,
    transporter_name: null,
    document_number: null,
    document_date: null,
    ...change,
  };
}
