import { describe, expect, it } from 'vitest';
import { gstDocument, gstLine } from '~/modules/sales/documents/print/tax-documents.builders';
import { sampleIrn, signedResponse } from './filings.builders';
import { differences, readResponses, type SignedResponse } from './signed-responses.rules';

const document = gstDocument({
  lines: [
    gstLine(),
    gstLine({ description: 'Ventil mit Griff, 3″ – größer', hsn_code: '848180', quantity: 3 }),
  ],
});
const response = signedResponse(document);

function only(body: unknown): SignedResponse {
  const reading = readResponses(body);
  if (!reading.ok || reading.responses.length !== 1 || !reading.responses[0]) {
    throw new Error(`not one answer: ${JSON.stringify(reading)}`);
  }
  return reading.responses[0];
}

describe('a signed answer is read', () => {
  it.each([
    ['as an object', response],
    ['in a list', [response]],
    ['wrapped', { Success: 'Y', Data: response }],
    ['as a text in it', { Status: '1', Data: JSON.stringify(response) }],
    ['wrapped twice', { result: { data: [response] } }],
    ['as a text', JSON.stringify(response)],
  ])('%s', (_name, body) => {
    expect(only(body)).toMatchObject({
      irn: sampleIrn,
      ack_no: '112610000000001',
      ack_date: '2026-11-02T04:45:00.000Z',
      signed_qr: response.SignedQRCode,
    });
  });

  it.each([
    ['2026-11-02T23:59:59', '2026-11-02T18:29:59.000Z'],
    ['02/11/2026 12:05:00 AM', '2026-11-01T18:35:00.000Z'],
    ['02-11-2026 1:05 pm', '2026-11-02T07:35:00.000Z'],
  ])('with the time %s in India', (AckDt, instant) => {
    expect(only({ ...response, AckDt }).ack_date).toBe(instant);
  });

  it('many at once', () => {
    const reading = readResponses([
      response,
      signedResponse(gstDocument({ number: 'INV-26-27-00002' })),
    ]);
    expect(reading.ok && reading.responses.length).toBe(2);
  });

  it.each([
    ['{}', {}, 'This is not a signed response: it has neither an IRN nor a signed QR code'],
    ['null', null, 'This is not a signed response: it has neither an IRN nor a signed QR code'],
    ['words', 'hello', 'This is not a signed response: it has neither an IRN nor a signed QR code'],
    [
      'a refusal',
      { ErrorDetails: [{ ErrorCode: '2150', ErrorMessage: 'Duplicate IRN' }] },
      'The portal refused the document: Duplicate IRN',
    ],
    [
      'a refusal with several reasons, of which one comes twice',
      [
        { ErrorDetails: [{ ErrorMessage: 'Invalid PIN.' }, { ErrorMessage: 'Invalid HSN' }] },
        { ErrorDetails: [{ ErrorMessage: 'Invalid PIN.' }] },
      ],
      'The portal refused the document: Invalid PIN. Invalid HSN',
    ],
    [
      'a refusal as gateways word it',
      { status_cd: '0', error: { error_cd: 'RET1', message: 'Session expired' } },
      'The portal refused the document: Session expired',
    ],
    [
      'another wording',
      { Status: 0, ErrorDetails: [{ error_code: '2150', error_message: 'Duplicate IRN' }] },
      'The portal refused the document: Duplicate IRN',
    ],
    ['no JWT', { ...response, SignedQRCode: 'abc' }, 'The signed QR code cannot be read'],
    ['a broken JWT', { ...response, SignedInvoice: 'a.b.c' }, 'The signed invoice cannot be read'],
    ['a short IRN', { ...response, Irn: 'abc' }, 'The IRN must have 64 characters, 0–9 and a–f'],
    ['a cancelled one', { ...response, Status: 'CNL' }, 'This IRN is cancelled'],
    [
      'no date',
      { ...response, AckDt: 'today' },
      'The acknowledgement date is missing or cannot be read',
    ],
  ])('and %s is not', (_name, body, wrong) => {
    expect(readResponses(body)).toEqual({ ok: false, wrong });
  });
});

describe('a signed answer is compared with its document', () => {
  it('and agrees', () => {
    expect(differences(document, only(response))).toEqual([]);
  });

  it.each([
    ['SellerGstin', { SellerGstin: '29AAGCB7383J1Z4' }],
    ['BuyerGstin', { BuyerGstin: 'URP' }],
    ['DocNo', { DocNo: 'INV-26-27-00002' }],
    ['DocTyp', { DocTyp: 'CRN' }],
    ['DocDt', { DocDt: '03/11/2026' }],
    ['TotInvVal', { TotInvVal: document.total_amount + 0.01 }],
    ['ItemCnt', { ItemCnt: 1 }],
    ['MainHsnCode', { MainHsnCode: '848180' }],
    ['Irn', { Irn: 'ab'.repeat(32) }],
  ])('%s differs', (field, change) => {
    const found = differences(document, only(signedResponse(document, { change })));
    expect(found.map((each) => each.field)).toEqual([field]);
  });

  it('names each thing that another document says otherwise, in both signed texts', () => {
    const other = gstDocument({ number: 'INV-26-27-00009', date: '2026-11-03' });
    const found = differences(document, only(signedResponse(other)));
    expect(found.map(({ message }) => message)).toEqual([
      'The number is INV-26-27-00009 in the signed QR code, but INV-26-27-00001 here',
      'The date is 03/11/2026 in the signed QR code, but 02/11/2026 here',
      'The value is 1180 in the signed QR code, but 1534 here',
      'The number of items is 1 in the signed QR code, but 2 here',
      'The number is INV-26-27-00009 in the signed invoice, but INV-26-27-00001 here',
      'The date is 03/11/2026 in the signed invoice, but 02/11/2026 here',
      'The value is 1180 in the signed invoice, but 1534 here',
      'The number of items is 1 in the signed invoice, but 2 here',
    ]);
  });

  it('without regard to case, as portals count numbers', () => {
    const lower = { ...document, number: 'inv-26-27-00001' };
    expect(differences(lower, only(response))).toEqual([]);
  });
});
