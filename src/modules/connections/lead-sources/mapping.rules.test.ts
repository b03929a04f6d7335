import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, leadOf, type Mapping, partsOf, readyMappings, textsOf } from './mapping.rules';

const none: Mapping = { items: null, id: null, fields: {}, fixed: {} };
const readyFor = (label: string) =>
  readyMappings.find((each) => each.label === label)?.mapping ?? none;
const leadBy = (mapping: Mapping, item: unknown) => leadOf(partsOf(textsOf(item), mapping), 'Fair');

describe('textsOf', () => {
  it.each([
    [
      { a: { b: ' x ' }, n: 5, f: false, z: null, e: '' },
      { 'a.b': 'x', n: '5', f: 'false' },
    ],
    [{ list: ['a', 'b', null] }, { list: 'a, b' }],
    [{ list: [{ x: 1 }, { x: 2 }] }, { 'list.0.x': '1', 'list.1.x': '2' }],
    [
      {
        data: [
          { column_id: 'EMAIL', string_value: 'a@b.in' },
          { name: 'city', values: ['Pune'] },
        ],
      },
      { 'data.EMAIL': 'a@b.in', 'data.city': 'Pune' },
    ],
    [JSON.parse('{"__proto__":{"x":1},"constructor":"c"}'), { constructor: 'c' }],
    [{ google_key: 'secret', a: 'b' }, { a: 'b' }],
    [{ a: 'one\u0000two\r\nthree' }, { a: 'one two\nthree' }],
    ['text', { value: 'text' }],
  ])('reads %j', (value, texts) => {
    expect({ ...textsOf(value) }).toEqual(texts);
  });

  it('is bounded', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 64; level += 1) deep = { deep };
    expect(textsOf(deep)).toEqual({});
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, 'x']));
    expect(Object.keys(textsOf(wide))).toHaveLength(200);
    expect(textsOf({ long: 'x'.repeat(1_000_000) })['long']).toHaveLength(2000);
  });
});

it.each([
  [{ a: [{ x: 1 }] }, 'a', [{ x: 1 }]],
  [{ a: { b: { x: 1 } } }, 'a.b', [{ x: 1 }]],
  [[1, 2], null, [1, 2]],
  [{}, 'a', null],
  [{}, 'constructor', null],
  [{}, '__proto__', null],
  ['text', null, null],
])('finds the items of %j at %s', (body, path, items) => {
  expect(itemsOf(body, path)).toEqual(items);
});

describe('leadOf', () => {
  it('reads what IndiaMART answers', () => {
    const item = {
      UNIQUE_QUERY_ID: '123',
      SENDER_NAME: 'Asha Patil',
      SENDER_MOBILE: '+91-9876543210',
      SENDER_EMAIL: '',
      SENDER_EMAIL_ALT: 'asha@example.com',
      SENDER_PINCODE: '411001',
      SUBJECT: 'Requirement for Flanges',
      QUERY_MESSAGE: 'I need 200 flanges',
    };
    const mapping = readyFor('IndiaMART');
    expect(partsOf(textsOf(item), mapping).id).toBe('123');
    expect(leadBy(mapping, item)).toEqual({
      company_name: 'Asha Patil',
      contact_person: 'Asha Patil',
      phone: '+91-9876543210',
      email: 'asha@example.com',
      postal_code: '411001',
      initial_inquiry: 'I need 200 flanges\nSubject: Requirement for Flanges',
      custom: {},
    });
  });

  it('reads what Google Ads sends, without its key', () => {
    const item = {
      lead_id: 'g1',
      google_key: 'secret',
      user_column_data: [
        { column_id: 'FULL_NAME', string_value: 'Ravi', column_name: 'Full Name' },
        { column_id: 'PHONE_NUMBER', string_value: '+919876543210' },
      ],
    };
    expect(leadBy(readyFor('Google Ads lead form'), item)).toEqual({
      company_name: 'Ravi',
      contact_person: 'Ravi',
      phone: '+919876543210',
      initial_inquiry: null,
      custom: {},
    });
  });

  it('writes what a field refuses, and custom fields, as lines', () => {
    const fields = { email: 'e', company_size: 's', 'custom.machine_model': 'm', phone: 'p' };
    const item = { e: 'no address', s: 'Huge', m: 'VMC 850', p: '123', other_thing: 'x' };
    expect(leadBy({ ...none, fields, fixed: { lead_source: 'Trade Show' } }, item)).toEqual({
      company_name: 'no address',
      contact_person: 'no address',
      lead_source: 'trade_show',
      initial_inquiry:
        'Other thing: x\nEmail: no address\nCompany Size: Huge\nPhone: 123\nMachine model: VMC 850',
      custom: {},
    });
  });

  it('names a lead by its source where it has no name', () => {
    expect(leadBy(none, { a: 'b' })).toEqual({
      company_name: 'Lead from Fair',
      contact_person: 'Lead from Fair',
      initial_inquiry: 'A: b',
      custom: {},
    });
  });

  it('makes a lead that its fields take, of any JSON', () => {
    const names = fc.constantFrom('name', 'mail', 'phone', '__proto__', 'constructor', 'a.b');
    const path = fc.oneof(names, fc.string());
    const mapping = fc.record({
      items: fc.constant(null),
      id: fc.option(path),
      fields: fc.dictionary(
        fc.constantFrom('company_name', 'email', 'phone', 'custom.x', 'lead_score'),
        path,
      ),
      fixed: fc.constant({}),
    });
    fc.assert(
      fc.property(fc.jsonValue(), mapping, (item, by) => {
        const lead = leadBy(by, item);
        expect(lead.company_name.length).toBeGreaterThan(1);
        expect(lead.contact_person.length).toBeLessThanOrEqual(100);
        expect(lead.initial_inquiry?.length ?? 0).toBeLessThanOrEqual(1000);
        expect(Object.hasOwn(lead, '__proto__')).toBe(false);
      }),
    );
  });
});
