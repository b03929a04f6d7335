import { expect, it } from 'vitest';
import fc from 'fast-check';
import { type BankLine, longestBankLine, readBankLine } from './bank-lines.rules';

const customers = [
  { id: 1, company_name: 'Acme Pumps Pvt Ltd' },
  { id: 2, company_name: 'Deccan Tools' },
  { id: 3, company_name: 'Deccan Tools & Dies' },
  { id: 4, company_name: 'Shree Ganesh Engineering Works' },
  { id: 5, company_name: 'Shree Ram Castings' },
  { id: 6, company_name: '3M India Limited' },
  { id: 7, company_name: 'M/s. Kumar & Sons' },
];

const bank = 'bank_transfer' as const;
const lines: [
  string,
  BankLine['amount'],
  BankLine['payment_method'],
  string | null,
  number | null,
][] = [
  ['NEFT 1,23,456.00 ACME REF N123', 123456, bank, 'N123', 1],
  [
    'RTGS/HDFCR52026112612345678/ACME PUMPS PVT LTD/HDFC0001234 Rs.5,00,000.00',
    500000,
    bank,
    'HDFCR52026112612345678',
    1,
  ],
  [
    '26/11/2026 IMPS-632912345678-DECCAN TOOLS AND DIES-ICIC 12,500.50 CR 3,45,678.90',
    12500.5,
    bank,
    '632912345678',
    3,
  ],
  ['UPI/CR/432112345678/SHREE GANESH ENGG/ghd@okhdfc INR 999', 999, bank, '432112345678', null],
  ['UPI/CR/432112345678/SHREE GANESH E/ INR 999', 999, bank, '432112345678', 4],
  ['NEFT SHREE 5000', 5000, bank, null, null],
  ['CHQ NO 004512 3M INDIA 45000.00', 45000, 'check', '004512', 6],
  ['Cheque no. 118 from Deccan Tools ₹2,360', 2360, 'check', '118', null],
  ['By cash deposit 5000/- 26-Nov-26', 5000, 'cash', null, null],
  ['POS 1180.00 CARD XX 4242', 1180, 'credit_card', null, null],
  ['A/C 50100123456789 NEFTCR N326232456789012 ACME PUMPS 100', 100, bank, 'N326232456789012', 1],
  ['26 Nov 2026 NEFT ACME PUMPS 50000 UTR N123', 50000, bank, 'N123', 1],
  ['26/11 RTGS DECCAN TOOLS 250000', 250000, bank, null, null],
  ['26-Nov-26 14:32:10 IMPS/632112345678/SHREE RAM CAST 5000', 5000, bank, '632112345678', 5],
  ['ACME PUMPS INV/26-27/00012 50000', 50000, null, null, 1],
  ['12 May Cash 75', 75, 'cash', null, null],
  ['CHQ DEP 004512 M/S KUMAR & SONS 75,000.00', 75000, 'check', '004512', 7],
  ['IMPS/632112345678/KUMAR AND SO/ Rs 12,345/-', 12345, bank, '632112345678', 7],
  ['Acme', null, null, null, 1],
  ['12,50', null, null, null, null],
  ['', null, null, null, null],
];

it.each(lines)('reads "%s"', (line, amount, payment_method, reference_number, customer_id) => {
  expect(readBankLine(line, customers)).toEqual({
    amount,
    payment_method,
    reference_number,
    customer_id,
  });
});

it('names a customer only where one alone has the most words of the line', () => {
  const duplicates = [...customers, { id: 8, company_name: 'ACME PUMPS' }];
  expect(readBankLine('NEFT ACME PUMPS 500', duplicates).customer_id).toBeNull();
  expect(readBankLine('NEFT DECCAN TOOLS & DIES 500', customers).customer_id).toBe(3);
});

it('reads any text without an error, and of a long one the beginning alone', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      const { amount } = readBankLine(text, customers);
      expect(amount === null || amount > 0).toBe(true);
    }),
  );
  const far = `${' '.repeat(longestBankLine)}NEFT 500.00`;
  expect(readBankLine(far, customers).amount).toBeNull();
  for (const piece of ['1,', '1.', ',', 'A ', '9-', '₹', '(', 'ACME '])
    readBankLine(piece.repeat(1_000_000), customers);
});
