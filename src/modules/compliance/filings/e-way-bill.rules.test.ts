import { describe, expect, it } from 'vitest';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import {
  gstDocument,
  gstLine,
  gstParty,
} from '~/modules/sales/documents/print/tax-documents.builders';
import type {
  GoodsDocument,
  TaxDocument,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { eWayBillFindings, eWayBillOf } from './e-way-bill.rules';
import { transport } from './filings.builders';
import { type Transport, sentTransportSchema } from './transport.fields';

const basis = { today: '2026-11-23', turnover_band: 'above_10_crore' } as const;
const buyer = gstParty({
  gstin: completeGstin('29AAGCB7383J1Z'),
  city: 'Bengaluru',
  state: 'Karnataka',
  state_code: '29',
  postal_code: '560001',
});
const document = gstDocument({ buyer, place_of_supply: '29', lines: [gstLine({}, 'between')] });

it('an invoice with its transport becomes a file for bulk upload', () => {
  const file = eWayBillOf(document, transport());
  expect(file.version).toBe('1.0.0621');
  expect(file.billLists).toEqual([
    {
      userGstin: '27AAPFU0939F1ZV',
      supplyType: 'O',
      subSupplyType: 1,
      subSupplyDesc: '',
      docType: 'INV',
      docNo: 'INV-26-27-00001',
      docDate: '02/11/2026',
      transType: 1,
      fromGstin: '27AAPFU0939F1ZV',
      fromTrdName: 'Deccan Fasteners',
      fromAddr1: '1 Mill Road',
      fromAddr2: '',
      fromPlace: 'Pune',
      fromPincode: 411001,
      fromStateCode: 27,
      actualFromStateCode: 27,
      toGstin: buyer.gstin,
      toTrdName: 'Pune Tools',
      toAddr1: '1 Mill Road',
      toAddr2: '',
      toPlace: 'Bengaluru',
      toPincode: 560001,
      toStateCode: 29,
      actualToStateCode: 29,
      totalValue: 1000,
      cgstValue: 0,
      sgstValue: 0,
      igstValue: 180,
      cessValue: 0,
      TotNonAdvolVal: 0,
      OthValue: 0,
      totInvValue: 1180,
      transMode: 1,
      transDistance: 120,
      transporterName: '',
      transporterId: '',
      transDocNo: '',
      transDocDate: '',
      vehicleNo: 'MH12AB1234',
      vehicleType: 'R',
      mainHsnCode: 731815,
      itemList: [
        {
          itemNo: 1,
          productName: 'Hex Bolt M8',
          productDesc: 'Hex Bolt M8',
          hsnCode: 731815,
          quantity: 10,
          qtyUnit: 'NOS',
          taxableAmount: 1000,
          sgstRate: 0,
          cgstRate: 0,
          igstRate: 18,
          cessRate: 0,
          cessNonAdvol: 0,
        },
      ],
    },
  ]);
});

it('goods that go elsewhere are billed to one and shipped to another', () => {
  const delivery = gstParty({ gstin: null, city: 'Nashik', postal_code: '422001' });
  expect(eWayBillOf({ ...document, delivery }, transport()).billLists[0]).toMatchObject({
    transType: 2,
    toGstin: buyer.gstin,
    toPlace: 'Nashik',
    toPincode: 422001,
    toStateCode: 29,
    actualToStateCode: 27,
  });
});

it.each([
  [
    'a SEZ',
    { supply_type: 'sez_with' },
    { toStateCode: 96, actualToStateCode: 29, docType: 'INV' },
  ],
  [
    'an export',
    { supply_type: 'export_without' },
    { toGstin: 'URP', toPincode: 999999, subSupplyType: 3, docType: 'BIL' },
  ],
  [
    'exempt goods',
    { lines: [gstLine({ tax_treatment: 'exempt', tax_rate: 0 })] },
    { docType: 'BIL' },
  ],
  [
    'a challan, which portals take neither of a supply nor of an export,',
    { kind: 'delivery' },
    { docType: 'CHL', subSupplyType: 8, subSupplyDesc: 'Invoice to follow' },
  ],
  [
    'a challan of an export',
    { kind: 'delivery', supply_type: 'export_without' },
    { docType: 'CHL', subSupplyType: 8, toGstin: 'URP' },
  ],
] as const)('%s has separate codes', (_name, change, expected) => {
  const changed = { ...document, ...change } as GoodsDocument;
  expect(eWayBillOf(changed, transport()).billLists[0]).toMatchObject(expected);
});

describe('an export', () => {
  const foreigner = gstParty({
    gst_category: 'overseas',
    gstin: null,
    city: 'Hamburg',
    state: null,
    state_code: '96',
    postal_code: '20457',
    country: 'Germany',
  });
  const exported = {
    ...document,
    supply_type: 'export_with',
    place_of_supply: '96',
    buyer: foreigner,
  } as const;
  const port = gstParty({ gstin: null, city: 'Nhava Sheva', state: null, postal_code: '400707' });
  const errorsOf = (delivery: TaxDocument['delivery'], how: Partial<Transport> = {}) =>
    eWayBillFindings({ ...exported, delivery }, transport(how), basis)
      .filter(({ severity }) => severity === 'error')
      .map(({ field }) => field);

  it('through a port goes to the port, for a buyer abroad', () => {
    const bill = eWayBillOf({ ...exported, delivery: port }, transport()).billLists[0];
    expect(bill).toMatchObject({
      transType: 2,
      toGstin: 'URP',
      toPlace: 'Nhava Sheva',
      toPincode: 400707,
      toStateCode: 96,
      actualToStateCode: 27,
    });
    expect(errorsOf(port)).toEqual([]);
  });

  it('by road or rail needs an address in India that portals take', () => {
    const papers = { document_number: 'LR 1', document_date: '2026-11-02' };
    expect(errorsOf(null)).toEqual(['shipping_address_id']);
    expect(errorsOf(foreigner)).toEqual(['shipping_address_id']);
    expect(errorsOf(null, { mode: 'rail', ...papers })).toEqual(['shipping_address_id']);
    expect(errorsOf(null, { mode: 'ship', ...papers })).toEqual([]);
    expect(errorsOf({ ...port, postal_code: 'JNPT' })).toEqual(['delivery.postal_code']);
    expect(errorsOf({ ...port, state_code: null })).toEqual(['delivery.state_code']);
  });
});

describe('the portal would refuse', () => {
  it.each<[string, Partial<TaxDocument>, Partial<Transport>, string[]]>([
    ['nothing of a good one', {}, {}, []],
    [
      'nothing with a transporter alone',
      {},
      { vehicle_number: null, transporter_id: '27AAPFU0939F1ZV' },
      [],
    ],
    ['a truck without a number', {}, { vehicle_number: null }, ['vehicle_number']],
    ['a train without papers', {}, { mode: 'rail' }, ['document_number', 'document_date']],
    ['papers older than the invoice', {}, { document_date: '2026-11-01' }, ['document_date']],
    [
      'services alone',
      { lines: [gstLine({ isService: true, hsn_code: '998314' }, 'between')] },
      {},
      ['items'],
    ],
    ['an old invoice', { date: '2026-05-01' }, {}, ['invoice_date']],
    ['a draft', { status: 'draft' }, {}, ['status']],
    [
      'a long way within one PIN code',
      { delivery: gstParty({ gstin: null }) },
      {},
      ['distance_km'],
    ],
    [
      'a way of 0 km within one PIN code',
      { delivery: gstParty({ gstin: null }) },
      { distance_km: 0 },
      ['distance_km'],
    ],
    [
      'a long way within one PIN code that was typed with a blank',
      { delivery: gstParty({ gstin: null, postal_code: '411 001' }) },
      {},
      ['distance_km'],
    ],
    [
      'more items than the portal takes',
      { lines: Array.from({ length: 251 }, () => gstLine({}, 'between')) },
      {},
      ['total_amount', 'items'],
    ],
    [
      'goods to a person who lives nowhere',
      {
        supply_type: 'b2c',
        buyer: {
          ...buyer,
          gstin: null,
          gst_category: 'unregistered',
          address: null,
          postal_code: null,
        },
      },
      {},
      ['customer.address', 'customer.postal_code'],
    ],
  ])('%s', (_name, change, how, fields) => {
    const found = eWayBillFindings({ ...document, ...change }, transport(how), basis);
    expect(found.filter(({ severity }) => severity === 'error').map(({ field }) => field)).toEqual(
      fields,
    );
  });
});

it('transport details are read as people write them', () => {
  const sent = {
    mode: 'road',
    distance_km: 12,
    vehicle_number: ' mh 12-ab 1234 ',
    transporter_name: '',
  };
  expect(sentTransportSchema.parse(sent)).toEqual(transport({ distance_km: 12 }));
  const wrong = (change: object) => sentTransportSchema.safeParse({ ...sent, ...change }).success;
  expect([
    wrong({ mode: 'cart' }),
    wrong({ distance_km: 4001 }),
    wrong({ distance_km: 1.5 }),
    wrong({ vehicle_number: 'M' }),
    wrong({ transporter_id: 'ABC' }),
    wrong({ document_date: '2026-02-30' }),
    wrong({ colour: 'red' }),
  ]).toEqual(Array.from({ length: 7 }, () => false));
});
