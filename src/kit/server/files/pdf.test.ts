import { expect, it } from 'vitest';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { makePdf } from './pdf';
import { pagesOf } from '~/kit/server/testing/test-pdf';

const printed: PrintDocument = {
  title: 'INV-26-27-00001',
  heading: 'INVOICE',
  issuer: ['Sahyadri Castings', 'Pune'],
  facts: [{ label: 'Number', value: 'INV-26-27-00001' }],
  parties: [{ heading: 'Bill To', lines: ['Łódź Örgü & Söhne', 'भारत इंजीनियरिंग Works'] }],
  table: {
    columns: [
      { label: 'Description', width: '*', align: 'left' },
      { label: 'Total', width: 'auto', align: 'right' },
    ],
    rows: Array.from({ length: 90 }, (_, at) => [`Line ${at + 1}`, '₹1,45,678.67']),
  },
  totals: [{ label: 'Total', value: '₹1,31,11,080.30', strong: true }],
  notes: [{ heading: 'Terms', text: 'Net 30 days' }],
  mark: 'DRAFT',
};

it('a document has page numbers and repeats the heads of its table', async () => {
  const pages = await pagesOf(await makePdf(printed));
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    if (page.includes('Line')) expect(page).toContain('Description');
  }
  expect(pages.join(' ')).toContain('₹1,45,678.67');
  expect(pages[0]).toContain('DRAFT');
  expect(pages[0]).toContain('Łódź Örgü & Söhne');
  expect(pages[0]).toContain('Works');
});

it('makes several at once and keeps them apart', async () => {
  const made = await Promise.all(
    ['A', 'B', 'C'].map((heading) => makePdf({ ...printed, heading: `DOCUMENT ${heading}` })),
  );
  const first = await Promise.all(made.map(async (each) => (await pagesOf(each))[0]));
  expect(first[0]).toContain('DOCUMENT A');
  expect(first[1]).toContain('DOCUMENT B');
  expect(first[2]).toContain('DOCUMENT C');
});
