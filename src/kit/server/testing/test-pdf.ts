import type { PrintDocument } from '~/kit/shared/print/print-document';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export async function pagesOf(content: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.map((item) => ('str' in item ? item.str : ''));
    pages.push(texts.join(' ').replaceAll(/\s+/g, ' ').trim());
  }
  return pages;
}

/** How far to the right the texts of the first page reach; A4 is 595 points wide. */
export async function rightEndOf(content: Uint8Array): Promise<number> {
  const document = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return Math.max(
    ...items.map((item) => ('str' in item ? Number(item.transform[4]) + item.width : 0)),
  );
}

export function longDocument(lines: number): PrintDocument {
  return {
    title: 'INV-26-27-00001',
    day: '2026-11-21',
    heading: 'INVOICE',
    issuer: ['Sahyadri Castings', 'Pune'],
    head: [{ label: 'Number', value: 'INV-26-27-00001' }],
    parties: [{ heading: 'Bill To', lines: ['Łódź Örgü & Söhne', 'भारत इंजीनियरिंग Works'] }],
    table: {
      columns: [
        { label: 'Description', width: '*', align: 'left' },
        { label: 'Total', width: 'auto', align: 'right' },
      ],
      rows: Array.from({ length: lines }, (_, at) => [`Line ${at + 1}`, '₹1,45,678.67']),
    },
    totals: [{ label: 'Total', value: '₹1,31,11,080.30', strong: true }],
    notes: [{ heading: 'Terms', text: 'Net 30 days' }],
    mark: 'DRAFT',
  };
}
