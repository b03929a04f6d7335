import type { TaxDocument } from '~/modules/documents/tax-documents.fields';
import { type EInvoice, eInvoiceOf, mainHsnCodes } from './e-invoice.rules';
import type { Transport } from './transport.fields';

type Change = Readonly<Record<string, unknown>>;

/** An invented IRN. */
export const sampleIrn = '3f0a'.repeat(16);

/** What the portal would answer to a document's file, signed by nobody; `change` overrides claims of the QR code. */
export function signedAnswer(
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
  const Irn = sampleIrn;
  const AckNo = 112_610_000_000_001;
  const claims = {
    SellerGstin: file.SellerDtls.Gstin,
    BuyerGstin: file.BuyerDtls.Gstin,
    DocNo: file.DocDtls.No,
    DocTyp: file.DocDtls.Typ,
    DocDt: file.DocDtls.Dt,
    TotInvVal: file.ValDtls.TotInvVal,
    ItemCnt: file.ItemList.length,
    MainHsnCode: file.ItemList[0]?.HsnCd,
    Irn,
    IrnDt: ackDate,
    ...change,
  };
  return {
    AckNo,
    AckDt: ackDate,
    Irn,
    SignedInvoice: token({ ...file, AckNo, AckDt: ackDate, Irn }),
    SignedQRCode: token(claims),
    Status: 'ACT',
  };
}

function token(data: object): string {
  const body = { data: JSON.stringify(data), iss: 'NIC' };
  return `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(body)}.c2lnbmVk`;
}

function encoded(json: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
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
