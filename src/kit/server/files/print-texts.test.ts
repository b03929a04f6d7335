import { expect, it } from 'vitest';
import { longDocument } from '~/kit/server/testing/test-pdf';
import { definitionOf } from '~/kit/shared/print/print-layout';
import { hasLetter, type PrintFont } from '~/kit/shared/print/print-letters';
import { baseFont } from '~/kit/shared/print/print-runs';

it('every text of a document is set in fonts that have its letters', () => {
  const sign = '≤ தமிழ்';
  const { table, ...document } = longDocument(2);
  const signed = JSON.parse(
    JSON.stringify({
      ...document,
      copy: 'Copy',
      cover: 'Cover\n\ntext',
      statements: ['Statement'],
      aside: { heading: 'Aside', text: 'Words' },
      registration: { content: 'x', details: [{ label: 'IRN', value: 'abc' }] },
      payment: {
        heading: 'Pay',
        lines: ['Bank'],
        code: { content: 'x', details: [{ label: 'UPI', value: 'a@b' }] },
      },
      signature: { name: 'Name', role: 'Role' },
      mark: undefined,
      table: {
        ...table,
        rows: [[{ before: 'before', text: 'text', after: 'after' }, 'Total']],
        carried: ['10'],
      },
    }),
    (key, value: unknown) =>
      typeof value !== 'string' || ['day', 'width', 'align', 'content', 'title'].includes(key)
        ? value
        : `${value} ${sign}`,
  ) as Parameters<typeof definitionOf>[0];
  const { content } = definitionOf(signed);
  const wrong: string[] = [];
  const visit = (node: unknown, font: PrintFont): void => {
    if (typeof node === 'string') {
      if ([...node].some((letter) => !hasLetter(font, letter) && letter !== '\n')) wrong.push(node);
    } else if (Array.isArray(node)) node.forEach((each) => visit(each, font));
    else if (node !== null && typeof node === 'object') {
      const own = 'font' in node ? (node.font as PrintFont) : font;
      for (const [key, value] of Object.entries(node))
        if (['text', 'stack', 'columns', 'table', 'body'].includes(key)) visit(value, own);
    }
  };
  visit(content, baseFont);
  expect(wrong).toEqual([]);
});
