import { expect, it } from 'vitest';
import { hasGoods } from './taxation.rules';

const own = (hsn_code: string | null) => ({ hsn_code, unit: null, tax_class_id: null });
const basis = {
  products: new Map([[1, own('731815')]]),
  services: new Map([[1, own(null)]]),
};
const text = { product_id: null, service_id: null, hsn_code: null };

it.each([
  ['goods', { ...text, product_id: 1 }, true],
  ['a service without a code', { ...text, service_id: 1 }, false],
  ['a line of text', text, true],
  ['a line of text with a SAC', { ...text, hsn_code: '998736' }, false],
  ['a product with a SAC', { ...text, product_id: 1, hsn_code: '998736' }, false],
])('%s: goods %s', (_name, line, expected) => {
  expect(hasGoods([line], basis)).toBe(expected);
});
