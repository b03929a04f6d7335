import { expect, it } from 'vitest';
import { citationFindings, headingAnchors } from './citations';

const orders = '# Orders\n\n## What locks\n\ntext\n\n### Numbers, and gaps\n';

function found(text: string) {
  const tree = new Map([
    ['src/a.ts', text],
    ['docs/product/orders.md', orders],
  ]);
  const findings = citationFindings(tree);
  return findings.map(({ line, wrong }) => [line, wrong]);
}

it('headings have the anchors that links to them write', () => {
  expect([
    ...headingAnchors('# Sign-in\n## Stock follows the status\n#no heading\n## Roles & rights'),
  ]).toEqual(['sign-in', 'stock-follows-the-status', 'roles--rights']);
});

it.each([
  '/** Of the order (docs/product/orders.md#what-locks). */',
  '// docs/product/orders.md#numbers-and-gaps, and docs/product/orders.md as a whole',
  "/** The names of docs/product/orders.md#orders's table. */",
  '// A contract is signed. The contract: one page.',
])('%s is in order', (text) => {
  expect(found(text)).toEqual([]);
});

it.each([
  [
    '\n/** (docs/product/orders.md#amounts) */',
    [[2, 'docs/product/orders.md#amounts leads to no heading']],
  ],
  [
    '/** (docs/product/stock.md#amounts) */',
    [[1, 'docs/product/stock.md#amounts leads to no file']],
  ],
  ['/** (spec 2 §2.4). */', [[1, "'spec 2 §' cites what is not in the repository"]]],
  [
    '// (contract: Orders) and contract §3',
    [
      [1, "'contract: O' cites what is not in the repository"],
      [1, "'contract §' cites what is not in the repository"],
    ],
  ],
])('%s is reported', (text, findings) => {
  expect(found(text)).toEqual(findings);
});
