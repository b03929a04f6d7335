import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  gstDocument,
  gstLine,
  gstParty,
} from '~/modules/sales/documents/print/tax-documents.builders';
import { noShippingBill, type ShippingBill } from '~/modules/sales/documents/shipping-bills.fields';
import { gstAmountsOf } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { eInvoiceOf } from './e-invoice.rules';
import { addressLines, portalText } from './portal-texts.rules';

it('an invoice within a state becomes a file of schema 1.1', () => {
  expect(eInvoiceOf(gstDocument({ lines: [gstLine({ discount_percent: 10 })] }))).toEqual({
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
    DocDtls: { Typ: 'INV', No: 'INV-26-27-00001', Dt: '02/11/2026' },
    SellerDtls: {
      Gstin: '27AAPFU0939F1ZV',
      LglNm: 'Deccan Fasteners Limited',
      TrdNm: 'Deccan Fasteners',
      Addr1: '1 Mill Road',
      Loc: 'Pune',
      Pin: 411001,
      Stcd: '27',
    },
    BuyerDtls: {
      Gstin: '27AAPFU0939F1ZV',
      LglNm: 'Pune Tools Private Limited',
      TrdNm: 'Pune Tools',
      Addr1: '1 Mill Road',
      Loc: 'Pune',
      Pin: 411001,
      Stcd: '27',
      Pos: '27',
    },
    ItemList: [
      {
        SlNo: '1',
        PrdDesc: 'Hex Bolt M8',
        IsServc: 'N',
        HsnCd: '731815',
        Qty: 10,
        Unit: 'NOS',
        UnitPrice: 100,
        TotAmt: 1000,
        Discount: 100,
        AssAmt: 900,
        GstRt: 18,
        IgstAmt: 0,
        CgstAmt: 81,
        SgstAmt: 81,
        TotItemVal: 1062,
      },
    ],
    ValDtls: { AssVal: 900, CgstVal: 81, SgstVal: 81, IgstVal: 0, RndOffAmt: 0, TotInvVal: 1062 },
  });
});

describe('by supply type', () => {
  it.each([
    ['b2b', 'B2B', 18],
    ['sez_with', 'SEZWP', 18],
    ['sez_without', 'SEZWOP', 0],
    ['deemed', 'DEXP', 18],
  ] as const)('%s is %s', (supply_type, code, rate) => {
    const file = eInvoiceOf(gstDocument({ supply_type }));
    expect([file.TranDtls.SupTyp, file.ItemList[0]?.GstRt, file.ExpDtls]).toEqual([
      code,
      rate,
      undefined,
    ]);
  });

  it.each([
    ['export_with', 'EXPWP', 'Y'],
    ['export_without', 'EXPWOP', 'N'],
  ] as const)('%s is %s, to no one of India', (supply_type, code, refund) => {
    const buyer = gstParty({
      gstin: null,
      state_code: '96',
      postal_code: 'AE 12',
      country: 'United Arab Emirates',
    });
    const file = eInvoiceOf(gstDocument({ supply_type, place_of_supply: '96', buyer }));
    expect(file.TranDtls.SupTyp).toBe(code);
    expect(file.BuyerDtls).toMatchObject({ Gstin: 'URP', Pin: 999999, Stcd: '96', Pos: '96' });
    expect(file.ExpDtls).toEqual({ RefClm: refund, CntCode: 'AE' });
  });

  it('by reverse charge the tax is reported, not collected', () => {
    const file = eInvoiceOf(gstDocument({ reverse_charge: true, lines: [gstLine({}, 'none')] }));
    expect(file.TranDtls.RegRev).toBe('Y');
    expect(file.ItemList[0]).toMatchObject({
      GstRt: 18,
      CgstAmt: 90,
      SgstAmt: 90,
      TotItemVal: 1000,
    });
    expect(file.ValDtls).toMatchObject({ CgstVal: 90, SgstVal: 90, TotInvVal: 1000 });
  });
});

it.each([
  ['credit_note', 'CRN'],
  ['debit_note', 'DBN'],
] as const)('a %s is a %s and names its invoice', (kind, Typ) => {
  const original = { id: 1, number: 'INV-26-27-00001', date: '2026-10-02' };
  const file = eInvoiceOf(gstDocument({ kind, number: 'CN-26-27-00001', original }));
  expect(file.DocDtls.Typ).toBe(Typ);
  expect(file.RefDtls).toEqual({
    PrecDocDtls: [{ InvNo: 'INV-26-27-00001', InvDt: '02/10/2026' }],
  });
});

it('a note on price tells no quantity', () => {
  const lines = [{ ...gstLine(), counted_quantity: 0 }, gstLine({ id: 2 })];
  const file = eInvoiceOf(gstDocument({ kind: 'credit_note', lines }));
  expect(file.ItemList.map(({ Qty, TotAmt }) => [Qty, TotAmt])).toEqual([
    [0, 1000],
    [10, 1000],
  ]);
});

it('a delivery elsewhere is where it is shipped', () => {
  const delivery = gstParty({
    name: 'Site 4',
    legal_name: null,
    gstin: null,
    city: 'Nashik',
    postal_code: '422001',
  });
  expect(eInvoiceOf(gstDocument({ delivery })).ShipDtls).toEqual({
    LglNm: 'Site 4',
    TrdNm: 'Site 4',
    Addr1: '1 Mill Road',
    Loc: 'Nashik',
    Pin: 422001,
    Stcd: '27',
  });
});

it('an export names its shipping bill, as far as it is known', () => {
  const file = (bill: Partial<ShippingBill>) =>
    eInvoiceOf(
      gstDocument({
        supply_type: 'export_with',
        buyer: gstParty({ gstin: null, state_code: '96', country: 'Germany' }),
        shipping_bill: { ...noShippingBill, ...bill },
      }),
    ).ExpDtls;
  const whole = {
    shipping_bill_number: '1234567',
    shipping_bill_date: '2026-11-09',
    port_code: 'INNSA1',
  };
  const country = { RefClm: 'Y', CntCode: 'DE' };
  const printed = { ShipBNo: '1234567', ShipBDt: '09/11/2026', Port: 'INNSA1' };
  expect(file(whole)).toEqual({ ...printed, ...country });
  expect(file({ port_code: 'INNSA1' })).toEqual({ Port: 'INNSA1', ...country });
  expect(file({})).toEqual(country);
});

describe('an export that is delivered', () => {
  const buyer = gstParty({ gstin: null, state_code: '96', country: 'Germany' });
  const shippedTo = (change: Parameters<typeof gstParty>[0]) => {
    const delivery = gstParty({ gstin: null, state: null, ...change });
    return eInvoiceOf(gstDocument({ supply_type: 'export_without', buyer, delivery })).ShipDtls;
  };

  it('to a port in India names the address of the port', () => {
    const port = { city: 'Nhava Sheva', state_code: '27', postal_code: '400707' };
    const shipped = { Loc: 'Nhava Sheva', Pin: 400707, Stcd: '27' };
    expect(shippedTo(port)).toMatchObject(shipped);
    expect(shippedTo({ ...port, country: null })).toMatchObject(shipped);
  });

  it('abroad has the codes of other countries', () => {
    const goal = { state_code: null, postal_code: '20457', country: 'Germany' };
    expect(shippedTo(goal)).toMatchObject({ Pin: 999999, Stcd: '96' });
    expect(shippedTo({ ...goal, state_code: '96' })).toMatchObject({ Pin: 999999, Stcd: '96' });
  });
});

const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 9_999_999 }).map((n) => n / 1000),
    unit_price: fc.integer({ min: 1, max: 99_999_999 }).map((n) => n / 100),
    discount_percent: fc.option(fc.integer({ min: 0, max: 9999 }).map((n) => n / 100)),
    tax_rate: fc.constantFrom(0, 0.25, 1.5, 3, 5, 12, 18, 28, 40),
  }),
  { minLength: 1, maxLength: 9 },
);

it('comes to what the document comes to, to the paisa, regardless of its lines', () => {
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom('within' as const, 'between' as const),
      fc.boolean(),
      (some, split, roundsToRupee) => {
        const taxed = some.map((each) => gstLine(each, split));
        const document = gstDocument({
          lines: taxed,
          ...gstAmountsOf(taxed, { split, roundsToRupee }),
        });
        const { ItemList, ValDtls } = eInvoiceOf(document);
        const sum = (name: 'AssAmt' | 'CgstAmt' | 'SgstAmt' | 'IgstAmt' | 'TotItemVal') =>
          sumOf(ItemList.map((item) => item[name]));
        expect(sum('AssAmt')).toBe(ValDtls.AssVal);
        expect([sum('CgstAmt'), sum('SgstAmt'), sum('IgstAmt')]).toEqual([
          document.cgst_amount,
          document.sgst_amount,
          document.igst_amount,
        ]);
        expect(sumOf([sum('TotItemVal'), ValDtls.RndOffAmt])).toBe(document.total_amount);
        expect(ValDtls.TotInvVal).toBe(document.total_amount);
        for (const item of ItemList) {
          expect(sumOf([item.AssAmt, item.Discount])).toBe(item.TotAmt);
          expect(sumOf([item.AssAmt, item.CgstAmt, item.SgstAmt, item.IgstAmt])).toBe(
            item.TotItemVal,
          );
        }
      },
    ),
  );
});

it('texts are as portals take them', () => {
  expect(portalText(' 3" pipe \\ new\r\nline ', 300)).toBe("3' pipe / new, line");
  expect(portalText('x'.repeat(400), 300)).toHaveLength(300);
  expect(addressLines('Plot 12, Industrial Area', 12)).toEqual(['Plot 12', 'Industrial A']);
  // Whole letters, also of two UTF-16 units.
  expect(portalText('Mill 😀', 6)).toBe('Mill');
  expect(addressLines('😀'.repeat(30), 5)).toEqual(['😀😀', '😀😀']);
  expect(addressLines(`${'a'.repeat(130)}`, 100).map((each) => each.length)).toEqual([100, 30]);
});
