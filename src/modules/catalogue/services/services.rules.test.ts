import { describe, expect, it } from 'vitest';
import { figuresOf } from '~/kit/shared/filters/figures';
import { predicateOf } from '~/kit/shared/filters/filters';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { type Service, serviceFields } from './services.fields';
import { serviceFigures, serviceFilters } from './services.filters';
import { canDelete, finerPrice, priceOf, priceText } from './services.rules';

describe('deleting a service', () => {
  it('is allowed while it is on no order', () => {
    expect(
      canDelete([
        { noun: 'order', count: 0 },
        { noun: 'invoice', count: 0 },
      ]),
    ).toEqual({ ok: true });
  });

  it.each([
    [1, 0, 'This service is on 1 order and cannot be deleted. Make it inactive instead.'],
    [
      12,
      1,
      'This service is on 12 orders and 1 invoice and cannot be deleted. Make it inactive instead.',
    ],
  ])('is refused while it is on %i orders and %i invoices', (orders, invoices, message) => {
    expect(
      canDelete([
        { noun: 'order', count: orders },
        { noun: 'invoice', count: invoices },
      ]),
    ).toEqual({
      ok: false,
      code: 'service.in_use',
      message,
    });
  });
});

describe('a price', () => {
  it.each([
    [null, 'Quote Required'],
    [0, '₹0.00'],
    [145678.5, '₹1,45,678.50'],
  ])('%j reads %s', (price, text) => {
    expect(priceText({ price })).toBe(text);
  });

  it.each([
    [{ price: undefined, quote: false }, 0],
    [{ price: null, quote: false }, 0],
    [{ price: 0, quote: true }, null],
    [{ price: 12.5, quote: true }, null],
    [{ price: 12.5, quote: false }, 12.5],
  ])('typed as %j is %j', (typed, price) => {
    expect(priceOf(typed)).toBe(price);
  });

  it.each([
    [-1, 'Price must be 0 or more'],
    [null, null],
    [0, null],
  ])('%j says %j', (price, message) => {
    expect(fieldError(serviceFields.price, price, 'inline')).toBe(message);
  });
});

it.each([
  [1.005, 2, 'Price cannot have more than two decimals'],
  [1.005, 3, null],
  [1.00005, 4, 'Price cannot have more than four decimals'],
] as const)('a price of %d where %d decimals are allowed: %s', (price, decimals, message) => {
  expect(finerPrice(price, decimals)).toBe(message);
});

it('a name has at least two characters', () => {
  const errorOf = (name: string) => fieldError(serviceFields.service_name, name, 'inline');
  expect([errorOf(''), errorOf('A'), errorOf('AC')]).toEqual([
    'Service name is required',
    'Service name must be at least 2 characters',
    null,
  ]);
});

const service = (values: Partial<Service>): Service =>
  ({
    id: 1,
    service_name: 'Pump overhaul',
    service_type: 'Repair',
    category: 'Pumps',
    priority: 'High',
    is_active: true,
    is_on_site: true,
    is_remote: false,
    ...values,
  }) as Service;

const at = { today: '2026-11-21', timeZone: 'Asia/Kolkata' };

it('the cards count', () => {
  const all = [
    service({}),
    service({ is_active: false }),
    service({ is_on_site: false, is_remote: true }),
  ];
  expect(figuresOf(serviceFigures, all, at)).toEqual({ total: 3, active: 2, onSite: 2, remote: 1 });
});

it.each([
  [{ search: 'OVERHAUL pump' }, true],
  [{ search: 'boiler' }, false],
  [{ service_type: 'Repair' }, true],
  [{ service_type: 'AMC' }, false],
  [{ category: 'pum' }, true],
  [{ priority: 'Low' }, false],
  [{ status: 'active' }, true],
  [{ status: 'inactive' }, false],
])('the filters %j find an active pump overhaul: %s', (values, found) => {
  expect(predicateOf(serviceFilters, values as Record<string, string>)?.(service({}))).toBe(found);
});
