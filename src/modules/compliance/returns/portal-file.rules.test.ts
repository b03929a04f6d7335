import { expect, it } from 'vitest';
import { gstr1 } from './gstr1.rules';
import { jsonParts } from './json-parts.rules';
import { portalFile } from './portal-file.rules';
import { consumer, creditNote, november, returnDocument } from './returns.builders';

/** As it is written. */
const fileOf = (...documents: Parameters<typeof gstr1>[0][]): object => {
  const month = gstr1(
    documents.flatMap((each) => [...each]),
    november,
  );
  return JSON.parse([...jsonParts(portalFile(month))].join('')) as object;
};

it('a month of one invoice has only the tables of that invoice', () => {
  expect(fileOf([returnDocument({}, [{}, { tax_rate: 5, quantity: 2 }])])).toEqual({
    gstin: '27AAPFU0939F1ZV',
    fp: '112026',
    version: 'GST3.2.1',
    hash: 'hash',
    b2b: [
      {
        ctin: '27AAPFU0939F1ZV',
        inv: [
          {
            inum: 'INV-26-27-00001',
            idt: '02-11-2026',
            val: 1390,
            pos: '27',
            rchrg: 'N',
            inv_typ: 'R',
            itms: [
              { num: 1, itm_det: { txval: 1000, rt: 18, camt: 90, samt: 90, csamt: 0 } },
              { num: 2, itm_det: { txval: 200, rt: 5, camt: 5, samt: 5, csamt: 0 } },
            ],
          },
        ],
      },
    ],
    hsn: {
      hsn_b2b: [
        {
          num: 1,
          hsn_sc: '731815',
          uqc: 'NOS',
          qty: 2,
          rt: 5,
          txval: 200,
          iamt: 0,
          camt: 5,
          samt: 5,
          csamt: 0,
        },
        {
          num: 2,
          hsn_sc: '731815',
          uqc: 'NOS',
          qty: 10,
          rt: 18,
          txval: 1000,
          iamt: 0,
          camt: 90,
          samt: 90,
          csamt: 0,
        },
      ],
      hsn_b2c: [],
    },
    doc_issue: {
      doc_det: [
        {
          doc_num: 1,
          doc_typ: 'Invoices for outward supply',
          docs: [
            {
              num: 1,
              from: 'INV-26-27-00001',
              to: 'INV-26-27-00001',
              totnum: 1,
              cancel: 0,
              net_issue: 1,
            },
          ],
        },
      ],
    },
  });
});

it('invoices are grouped by buyer, exports by kind, and notes are positive', () => {
  const file = fileOf([
    returnDocument({ id: 1, number: 'INV-1' }),
    returnDocument({ id: 2, number: 'INV-2', supply_type: 'sez_with', place_of_supply: '29' }),
    returnDocument({
      id: 3,
      number: 'EXP-1',
      supply_type: 'export_without',
      place_of_supply: '96',
      shipping_bill: {
        shipping_bill_number: '1234567',
        shipping_bill_date: '2026-11-09',
        port_code: 'INNSA1',
      },
    }),
    returnDocument(creditNote({ id: 1 })),
    returnDocument({
      ...creditNote({ id: 2, number: 'CN-2', original_total: 200_000 }),
      supply_type: 'b2c',
      place_of_supply: '29',
      buyer: consumer,
    }),
    returnDocument({
      ...creditNote({ id: 3, number: 'CN-3', original_total: 100 }),
      supply_type: 'b2c',
      buyer: consumer,
    }),
    returnDocument({ id: 4, buyer: consumer, supply_type: 'b2c' }, [
      { tax_treatment: 'exempt', tax_rate: 0 },
    ]),
  ]);
  expect(file).toMatchObject({
    b2b: [
      {
        inv: [
          { inum: 'INV-1', inv_typ: 'R' },
          { inum: 'INV-2', inv_typ: 'SEWP', itms: [{ itm_det: { iamt: 180 } }] },
        ],
      },
    ],
    exp: [
      {
        exp_typ: 'WOPAY',
        inv: [
          {
            inum: 'EXP-1',
            sbpcode: 'INNSA1',
            sbnum: '1234567',
            sbdt: '09-11-2026',
            itms: [{ txval: 1000, rt: 0, iamt: 0, csamt: 0 }],
          },
        ],
      },
    ],
    cdnr: [
      {
        nt: [
          { ntty: 'C', nt_num: 'CN-1', val: 1180, itms: [{ itm_det: { txval: 1000, camt: 90 } }] },
        ],
      },
    ],
    cdnur: [{ typ: 'B2CL', nt_num: 'CN-2', pos: '29', itms: [{ itm_det: { iamt: 180 } }] }],
    b2cs: [{ sply_ty: 'INTRA', pos: '27', typ: 'OE', rt: 18, txval: -1000, camt: -90, samt: -90 }],
    nil: { inv: [{ sply_ty: 'INTRAB2C', expt_amt: 1000, nil_amt: 0, ngsup_amt: 0 }] },
  });
});

it('no part of the file of very many documents is long', () => {
  const many = Array.from({ length: 3000 }, (_, at) =>
    returnDocument({ id: at, number: `I-${at}` }),
  );
  const parts = [...jsonParts(portalFile(gstr1(many, november)))];
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(1000);
  expect(JSON.parse(parts.join(''))).toHaveProperty('b2b.0.inv.length', 3000);
});
