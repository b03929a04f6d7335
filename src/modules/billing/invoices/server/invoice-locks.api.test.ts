import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makePdf } from '~/kit/server/files/pdf';
import { longDocument } from '~/kit/server/testing/test-pdf';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = fileServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin, { email: 'asha@godavari.example' });
});

it('others issue invoices while the document of one that is being sent waits to be made', async () => {
  const [sent, ...others] = await Promise.all(Array.from({ length: 4 }, () => fixture.make()));
  const ended: string[] = [];
  const document = makePdf(longDocument(15_000));
  const both = [
    document.then(() => ended.push('a long document')),
    fixture.send(sent?.id ?? 0).then(() => ended.push('the sending')),
  ];
  for (const { id } of others) {
    const response = await test.admin.put(`/invoices/${id}/status`, { status: 'pending' });
    expect(response.status, response.body.error).toBe(200);
  }
  ended.push('the others');
  await Promise.all(both);
  expect(ended).toEqual(['the others', 'a long document', 'the sending']);
});
