import { expect, it } from 'vitest';
import { lotLabels } from './labels.print';
import type { Lot } from './lots.fields';

const lot = {
  lot_number: 'H-7',
  product_name: 'Coil',
  sku_code: 'COIL-1',
  made_on: '2026-04-01',
  expires_on: null,
} as Lot;

it('has number, product, SKU and days, once for each copy', () => {
  const { labels } = lotLabels([lot, { ...lot, lot_number: 'H-8' }], {
    copies: 2,
    today: '2026-05-01',
  });
  expect(labels.map(({ code }) => code)).toEqual(['H-7', 'H-7', 'H-8', 'H-8']);
  expect(labels[0]?.lines).toEqual(['Coil', 'COIL-1', 'Made on 1 Apr 2026']);
});
