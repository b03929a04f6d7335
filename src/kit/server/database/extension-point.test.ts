import { expect, it } from 'vitest';
import { extensionPoint } from './extension-point';

it('gives what was provided last, and says what is missing before', () => {
  const rate = extensionPoint<{ percent: number }>('orders.rate');
  expect(() => rate.get()).toThrow('Nothing is provided for orders.rate');
  rate.provide({ percent: 5 });
  rate.provide({ percent: 12 });
  expect(rate.get()).toEqual({ percent: 12 });
});
