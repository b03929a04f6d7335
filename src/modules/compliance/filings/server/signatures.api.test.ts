import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import type { Settings } from '~/modules/organization/company/settings.fields';
import {
  inventedCertificate,
  portalKey,
  resigned,
} from '~/modules/organization/company/server/portal-keys.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import {
  type InvoiceFixture,
  invoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import type { EInvoice } from '../e-invoice.rules';
import { signedFile } from '../filings.builders';
import type { EInvoiceRecord, Filings } from '../filings.fields';

const test = ownServer({ SMTP_URL: '' });
let fixture: InvoiceFixture;
let line: object;

beforeAll(async () => {
  line = { ...(await becomeGstCompany(test.admin)), quantity: 10, unit_price: 100 };
  fixture = invoiceFixture(test.admin, (await makeGstCustomer(test.admin)).id);
});

type Signed = ReturnType<typeof signedFile>;

/** An issued invoice with what the portal would answer to it. */
async function registrable(): Promise<{ id: number; response: Signed }> {
  const { id } = await fixture.make({ items: [line as never], status: 'pending' });
  const { content } = await test.admin.get(`/invoices/${id}/e-invoice`);
  const [file] = JSON.parse(content.toString()) as EInvoice[];
  if (!file) throw new Error('There is no document in the file');
  const Irn = String(id).padStart(64, 'a');
  return { id, response: { ...signedFile(file, { change: { Irn } }), Irn, SignedInvoice: '' } };
}

const keep = (id: number, response: object) =>
  test.admin.post<EInvoiceRecord>(`/invoices/${id}/e-invoice`, response);

const texts = async (id: number) => {
  const file = await test.admin.get(`/invoices/${id}/pdf`);
  expect(file.status, file.body.error).toBe(200);
  return (await pagesOf(file.content)).join(' ');
};

describe('what no portal answers and no QR code holds is 400', () => {
  const longer = (token: string, length: number) => token + 'x'.repeat(length - token.length);

  it.each<[string, (response: Signed) => object, RegExp]>([
    [
      'a signed QR code of 4,000 characters',
      (response) => ({ SignedQRCode: longer(response.SignedQRCode, 4000) }),
      /exceeds 2331 bytes/,
    ],
    [
      'one of 2,332',
      (response) => ({ SignedQRCode: longer(response.SignedQRCode, 2332) }),
      /exceeds 2331 bytes/,
    ],
    [
      'one with other letters',
      (response) => ({ SignedQRCode: `${response.SignedQRCode}é` }),
      /cannot be read/,
    ],
    ['a long acknowledgement number', () => ({ AckNo: '1'.repeat(21) }), /1 to 20 letters/],
    ['one with a NUL', () => ({ AckNo: '12\u0000' }), /1 to 20 letters/],
    ['a year before portals', () => ({ AckDt: '0000-01-01 10:00:00' }), /date is missing/],
  ])('%s', async (_name, change, message) => {
    const { id, response } = await registrable();
    const refused = await keep(id, { ...response, ...change(response) });
    expect([refused.status, refused.body.code]).toEqual([400, 'e_invoice.unreadable']);
    expect(refused.body.error).toMatch(message);
    expect((await keep(id, response)).status).toBe(201);
  });

  it('but what just fits is printed', async () => {
    const { id, response } = await registrable();
    const SignedQRCode = longer(response.SignedQRCode, 2331);
    expect((await keep(id, { ...response, SignedQRCode })).status).toBe(201);
    expect(await texts(id)).toContain('IRN');
  });
});

it('an invoice whose kept QR code is too long is printed and mailed without it', async () => {
  const { id, response } = await registrable();
  expect((await keep(id, response)).status).toBe(201);
  await test.server.database.pool.query(
    `update e_invoices set signed_qr = signed_qr || repeat('x', 4000) where invoice_id = $1`,
    [id],
  );
  expect(await texts(id)).toContain('too long to print');
  expect((await fixture.send(id)).status).toBe(200);
});

describe('the signature of the portal', () => {
  const settings = (e_invoice_certificates: string | null) =>
    test.admin.put<Settings>('/settings', { e_invoice_certificates });

  it('is said to be not verified without a certificate, and verified as soon as there is one', async () => {
    const { privateKey, pem } = portalKey();
    await settings(null);
    const { id, response } = await registrable();
    const signed = { ...response, SignedQRCode: resigned(response.SignedQRCode, privateKey) };
    const stored = await keep(id, signed);
    expect([stored.status, stored.body.data.signature_verified]).toEqual([201, false]);
    expect(await texts(id)).toContain('signature not verified');
    await settings(pem);
    const { data } = (await test.admin.get<Filings>(`/invoices/${id}/filings`)).body;
    expect(data.e_invoice?.signature_verified).toBe(true);
    expect(await texts(id)).not.toContain('not verified');
  });

  it('is verified with each of the certificates, in both signed texts', async () => {
    const [before, now, forger] = [portalKey(), portalKey(), portalKey()];
    const saved = await settings(`${before.pem}\n${inventedCertificate}\n${now.pem}`);
    expect([saved.status, saved.body.error]).toEqual([200, undefined]);
    for (const { privateKey } of [before, now]) {
      const { id, response } = await registrable();
      const SignedQRCode = resigned(response.SignedQRCode, privateKey);
      const forged = {
        ...response,
        SignedQRCode: resigned(response.SignedQRCode, forger.privateKey),
      };
      for (const wrong of [
        response,
        forged,
        { ...response, SignedQRCode, SignedInvoice: response.SignedQRCode },
      ]) {
        const refused = await keep(id, wrong);
        expect([refused.status, refused.body.code]).toEqual([400, 'e_invoice.not_signed']);
      }
      const stored = await keep(id, { ...response, SignedQRCode, SignedInvoice: SignedQRCode });
      expect([stored.status, stored.body.data.signature_verified]).toEqual([201, true]);
      expect(await texts(id)).not.toContain('not verified');
    }
  });

  it('takes no certificate that cannot be read, and keeps the one before', async () => {
    const { pem } = portalKey();
    await settings(pem);
    for (const wrong of ['words', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']) {
      const { status, body } = await settings(wrong);
      expect([status, body.details[0]?.field]).toEqual([400, 'e_invoice_certificates']);
    }
    const { data } = (await test.admin.get<Settings>('/settings')).body;
    expect(data.e_invoice_certificates).toBe(pem.trim());
    expect((await settings('')).body.data.e_invoice_certificates).toBeNull();
  });
});
