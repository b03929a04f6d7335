import { expect, it } from 'vitest';
import { counted } from '~/kit/shared/money/numbers';
import {
  type BulkKindName,
  bulkKinds,
  mergeKinds,
  nounsOf,
} from '~/modules/organization/kinds/kinds.rules';
import { bulkTitle, mergeTitle } from './batches.rules';

const countedIn = (count: number, kind: BulkKindName) =>
  counted(count, nounsOf(kind).noun, nounsOf(kind).plural);

const names = { from: 'Godavari Forgings', into: 'Godavari Castings' };

it.each(bulkKinds)('the texts of a bulk change of %s have no keys', (kind) => {
  const texts = [
    bulkTitle(kind, ['Status']),
    bulkTitle(kind, null),
    countedIn(1, kind),
    countedIn(2, kind),
  ];
  expect(texts.filter((text) => text.includes('_'))).toEqual([]);
});

it.each([
  [bulkTitle('leads', ['Status', 'City']), 'Leads changed: Status, City'],
  [bulkTitle('purchase_orders', ['Status']), 'Purchase orders changed: Status'],
  [bulkTitle('counts', null), 'Stock counts deleted'],
  [mergeTitle('customers', names), 'Customers merged: Godavari Forgings into Godavari Castings'],
  [countedIn(1, 'counts'), '1 stock count'],
  [countedIn(12, 'deliveries'), '12 deliveries'],
  [countedIn(16, 'purchase_orders'), '16 purchase orders'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

it('every kind that is merged has a title', () => {
  for (const kind of mergeKinds) expect(mergeTitle(kind, names)).not.toContain('_');
});
