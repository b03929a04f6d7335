import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gstParty } from '~/modules/sales/documents/print/tax-documents.builders';
import type { TaxDocumentLine } from '~/modules/sales/documents/print/tax-documents.fields';
import type { ReturnDocument } from './reported-lines.rules';
import { creditNote, returnDocument } from './returns.builders';
import { TallyFile } from './tally.rules';
import { xmlText } from './xml.rules';

function fileOf(...documents: ReturnDocument[]): string {
  const file = new TallyFile();
  return file.head('Deccan & Sons') + documents.map((doc) => file.add(doc)).join('') + file.tail();
}

const times = (text: string, part: string) => text.split(part).length - 1;

/** What the entries of each voucher come to, in paise. */
function balances(xml: string): number[] {
  return [...xml.matchAll(/<VOUCHER .*?<\/VOUCHER>/gs)].map(([voucher]) => {
    const own = voucher.replaceAll(
      /<ACCOUNTINGALLOCATIONS\.LIST>.*?<\/ACCOUNTINGALLOCATIONS\.LIST>/gs,
      '',
    );
    const amounts = [...own.matchAll(/<AMOUNT>(.*?)<\/AMOUNT>/g)].map(([, amount]) =>
      Number(amount),
    );
    return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  });
}

/** Throws where an element is not closed by its own name. */
function depthOf(xml: string): number {
  const open: string[] = [];
  for (const [, slash, name = ''] of xml.matchAll(/<(\/?)([A-Z.]+)[^>]*>/g)) {
    if (slash === '') open.push(name);
    else if (open.pop() !== name) throw new Error(`${name} is closed, but not open`);
  }
  return open.length;
}

it('masters come once, before the first voucher that names them', () => {
  const xml = fileOf(returnDocument(), returnDocument({ number: 'INV-2' }));
  expect(times(xml, '<LEDGER NAME="Pune Tools"')).toBe(1);
  expect(times(xml, '<STOCKITEM NAME="Hex Bolt M8"')).toBe(1);
  expect(times(xml, '<UNIT NAME="NOS"')).toBe(1);
  expect(xml.indexOf('<STOCKITEM ')).toBeLessThan(xml.indexOf('<VOUCHER '));
  expect(times(xml, '<VOUCHER VCHTYPE="Sales"')).toBe(2);
  expect(xml).toContain('<SVCURRENTCOMPANY>Deccan &amp; Sons</SVCURRENTCOMPANY>');
  expect(xml).toContain('<DATE>20261102</DATE>');
  expect(xml).toContain('<PARTYGSTIN>27AAPFU0939F1ZV</PARTYGSTIN>');
});

it('a line of text with a SAC goes to the ledger of services, not to stock', () => {
  const xml = fileOf(returnDocument({}, [{ hsn_code: '998736', unit: null, uqc: null }]));
  expect(xml).toContain('<LEDGERNAME>Sales of Services</LEDGERNAME>');
  expect(times(xml, '<STOCKITEM ')).toBe(0);
});

it('a payment is a receipt between its party and where the money lies', () => {
  const file = new TallyFile();
  const payment = {
    id: 7,
    invoice_id: 1,
    invoice_number: 'INV-1',
    kind: 'cash',
    amount: 1180.5,
    payment_method: 'bank_transfer',
    payment_date: '2026-11-05',
    reference_number: 'UTR <9>',
  } as const;
  const xml = file.add(returnDocument()) + file.addPayment(payment, gstParty());
  expect(times(xml, '<LEDGER NAME="Pune Tools"')).toBe(1);
  expect(balances(xml)).toEqual([0, 0]);
  const [, , receipt = ''] = xml.split('<VOUCHER ');
  expect(receipt).toContain('VCHTYPE="Receipt"');
  expect(receipt).toContain('<DATE>20261105</DATE>');
  expect(receipt).toContain('<REFERENCE>INV-1</REFERENCE>');
  expect(receipt).toContain('<NARRATION>Payment of INV-1, UTR &lt;9&gt;</NARRATION>');
  expect(receipt).toMatch(/<LEDGERNAME>Pune Tools<\/LEDGERNAME>.*?<AMOUNT>1180\.50</);
  expect(receipt).toMatch(/<LEDGERNAME>Bank<\/LEDGERNAME>.*?<AMOUNT>-1180\.50</);
  const inCash = file.addPayment({ ...payment, payment_method: 'cash' }, gstParty());
  expect(inCash).toContain('<LEDGERNAME>Cash</LEDGERNAME>');
});

it.each([
  ['tds', 'TDS Receivable', 118],
  ['round_off', 'Round Off', 0.4],
  ['round_off', 'Round Off', -0.4],
  ['write_off', 'Bad Debts', 20],
] as const)(
  'a payment by %s is a journal with the ledger %s, not money',
  (kind, ledger, amount) => {
    const file = new TallyFile();
    const head = file.head('Deccan');
    const xml = file.addPayment(
      {
        id: 8,
        invoice_id: 1,
        invoice_number: 'INV-1',
        kind,
        amount,
        payment_method: 'bank_transfer',
        payment_date: '2026-11-05',
        reference_number: null,
      },
      gstParty(),
    );
    expect(head).toContain(`<LEDGER NAME="${ledger}"`);
    expect(xml).toContain('<VOUCHER VCHTYPE="Journal"');
    expect(balances(xml)).toEqual([0]);
    const rupees = (sum: number) => `.*?<AMOUNT>${sum.toFixed(2)}<`;
    expect(xml).toMatch(new RegExp(`<LEDGERNAME>Pune Tools</LEDGERNAME>${rupees(amount)}`));
    expect(xml).toMatch(new RegExp(`<LEDGERNAME>${ledger}</LEDGERNAME>${rupees(-amount)}`));
    expect(xml).not.toContain('<LEDGERNAME>Bank<');
  },
);

it('a refund of credit is a payment to the party', () => {
  const payment = {
    id: 9,
    invoice_id: 1,
    invoice_number: 'INV-1',
    kind: 'refund',
    amount: -59,
    payment_method: 'cash',
    payment_date: '2026-11-05',
    reference_number: null,
  } as const;
  const file = new TallyFile();
  file.head('Deccan');
  const xml = file.addPayment(payment, gstParty());
  expect(xml).toContain('<VOUCHER VCHTYPE="Payment"');
  expect(xml).toContain('Refund of INV-1');
  expect(xml).toMatch(/<LEDGERNAME>Pune Tools<\/LEDGERNAME>.*?<AMOUNT>-59\.00</s);
  expect(xml).toMatch(/<LEDGERNAME>Cash<\/LEDGERNAME>.*?<AMOUNT>59\.00</s);
  expect(balances(xml)).toEqual([0]);
});

it('a name that several GSTINs have is plain for one of them in every month', () => {
  const gstin = '29AAPFU0939F1ZR';
  const other = returnDocument({ buyer: gstParty({ gstin }) });
  const own = returnDocument();
  const owners = new Map([['pune tools', own.buyer.gstin]]);
  const alone = new TallyFile(owners).add(other);
  expect(alone).toContain(`<LEDGER NAME="Pune Tools (${gstin})"`);
  expect(new TallyFile(owners).add(own)).toContain('<LEDGER NAME="Pune Tools"');
  const nameless = returnDocument({ buyer: gstParty({ gstin: null }) });
  expect(new TallyFile(owners).add(nameless)).toContain('<LEDGER NAME="Pune Tools (2)"');
});

it('a description of several goods is plain for one of them in every month', () => {
  const owners = new Map([['hex bolt m8', { hsn_code: '731815', uqc: 'NOS' }]]);
  const nameIn = (line: Partial<TaxDocumentLine>) => {
    const xml = new TallyFile(new Map(), owners).add(returnDocument({}, [line]));
    return /<STOCKITEM NAME="(.*?)"/.exec(xml)?.[1];
  };
  const goods: [hsn_code: string | null, uqc: string, name: string][] = [
    ['731815', 'NOS', 'Hex  bolt M8'],
    ['7318', 'NOS', 'Hex Bolt M8'],
    ['7318', 'KGS', 'Hex Bolt M8'],
    ['731815', 'KGS', 'Hex Bolt M8'],
    [null, 'NOS', 'Hex Bolt M8'],
  ];
  const names = goods.map(([hsn_code, uqc, description]) => nameIn({ hsn_code, uqc, description }));
  expect(names).toEqual([
    'Hex bolt M8',
    'Hex Bolt M8 (7318)',
    'Hex Bolt M8 (7318, KGS)',
    'Hex Bolt M8 (KGS)',
    'Hex Bolt M8 (no HSN)',
  ]);
  // Together as alone.
  const lines = goods.map(([hsn_code, uqc, description]) => ({ hsn_code, uqc, description }));
  const together = new TallyFile(new Map(), owners).add(returnDocument({}, lines.toReversed()));
  const found = [...together.matchAll(/<STOCKITEM NAME="(.*?)"/g)].map(([, name]) => name);
  expect(found.toReversed()).toEqual(names);
});

it('two parties of one name stay two, and none has the name of a ledger', () => {
  const other = gstParty({ gstin: '29AAPFU0939F1ZR' });
  const xml = fileOf(
    returnDocument(),
    returnDocument({ buyer: other }),
    returnDocument({ buyer: gstParty({ name: 'sales', gstin: null }) }),
  );
  expect(xml).toContain('<LEDGER NAME="Pune Tools (29AAPFU0939F1ZR)"');
  expect(xml).toContain('<LEDGER NAME="sales (2)"');
});

it('a cancelled document has a voucher without amounts; a credit note turns the signs', () => {
  const cancelled = fileOf(returnDocument({ status: 'cancelled' }));
  expect(cancelled).toContain('<ISCANCELLED>Yes</ISCANCELLED>');
  expect(cancelled).not.toContain('<AMOUNT>');
  const note = fileOf(returnDocument(creditNote()));
  expect(note).toContain('<VOUCHER VCHTYPE="Credit Note"');
  expect(note).toContain('<REFERENCE>INV-1</REFERENCE>');
  expect(note).toContain('<AMOUNT>1180.00</AMOUNT>');
});

it('for any texts and amounts, the file is well-formed and every voucher balances', () => {
  const line = fc.record({
    description: fc.string({ unit: 'binary', maxLength: 30 }),
    isService: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 1000),
    unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((n) => n / 100),
    tax_rate: fc.constantFrom(0, 5, 18),
  });
  const documents = fc.array(
    fc
      .record({
        kind: fc.constantFrom('invoice' as const, 'credit_note' as const, 'debit_note' as const),
        place_of_supply: fc.constantFrom('27', '29'),
        name: fc.string({ unit: 'binary', maxLength: 30 }),
        reverse_charge: fc.boolean(),
        lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      })
      .map(({ lines, name, ...change }) =>
        returnDocument({ ...change, buyer: gstParty({ name }) }, lines),
      ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(documents, (docs) => {
      const xml = fileOf(...docs);
      expect(depthOf(xml)).toBe(0);
      expect(xml).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/);
      expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      expect(balances(xml)).toEqual(docs.map(() => 0));
    }),
  );
});

it('characters that XML cannot hold are left out', () => {
  expect(xmlText('a\u0000b\uD800c <"&\'>')).toBe('abc &lt;&quot;&amp;&apos;&gt;');
});

const vendor = { ...gstParty(), name: 'Deccan Steel' };

const bill = {
  kind: 'bill',
  voucher_number: 'PB-26-27-00001',
  bill_number: 'DST/7',
  bill_date: '2026-11-05',
  is_cancelled: false,
  subtotal: 1000,
  cgst: 60,
  sgst: 60,
  igst: 0,
  tax: 0,
  blocked: 60,
  reverse_charge_tax: 0,
  round_off: 0.4,
  tds_amount: 20,
  payable_amount: 1160.4,
  vendor,
} as const;

const paid = {
  payment_number: 'VP-26-27-00001',
  payment_date: '2026-11-06',
  payment_method: 'bank_transfer',
  reference_number: 'UTR 1',
  is_cancelled: false,
  amount: 100,
  tds_amount: 10,
  round_off: -0.5,
  vendor,
} as const;

it('bills, credits and payments of vendors balance, and name their ledgers once', () => {
  const file = new TallyFile();
  const xml = [
    file.addBill(bill),
    file.addBill({ ...bill, kind: 'credit', voucher_number: 'PB-26-27-00002' }),
    file.addBill({ ...bill, reverse_charge_tax: 180, payable_amount: 980.4 }),
    file.addVendorPayment(paid),
  ].join('');
  expect(balances(xml)).toEqual([0, 0, 0, 0]);
  expect(times(xml, '<LEDGER NAME="Purchases"')).toBe(1);
  expect(times(xml, '<LEDGER NAME="Deccan Steel"')).toBe(1);
  expect(xml).toContain('<PARENT>Sundry Creditors</PARENT>');
  expect(times(xml, 'VCHTYPE="Debit Note"')).toBe(1);
  expect(xml).toContain(
    '<LEDGERNAME>Purchases</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-1060.00',
  );
  expect(balances(file.addBill({ ...bill, is_cancelled: true }))).toEqual([0]);
  expect(file.addBill({ ...bill, is_cancelled: true })).not.toContain('AMOUNT');
});

it('a file without purchases has no ledgers of them', () => {
  expect(fileOf(returnDocument())).not.toContain('Purchases');
});
