import { maxAmount } from '~/kit/shared/money/money';
import { parseNumber } from '~/kit/shared/money/typed-numbers';
import type { Payment } from '~/modules/billing/payments/payments.fields';
import type { Customer } from '~/modules/sales/customers/customers.fields';

type Method = Payment['payment_method'];
type Named = Pick<Customer, 'id' | 'company_name'>;

export interface BankLine {
  /** In rupees. */
  amount: number | null;
  payment_method: Method | null;
  reference_number: string | null;
  customer_id: number | null;
}

/** More of a line is not read. */
export const longestBankLine = 500;

/** Days, also without a year, and times. */
const days: readonly RegExp[] = [
  /\b\d{4}-\d\d-\d\d\b(?![/:]\d)/g,
  /\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)\b(?![/:]\d)/g,
  /\b\d{1,2}[-/. ]?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:[-/.](?:\d{4}|\d\d)|,? ?20\d\d)?\b(?![/:]\d)/gi,
  /\b\d{1,2} ?(?:january|february|march|april|august|september|october|november|december)(?:,? ?20\d\d)?\b(?![/:]\d)/gi,
  /\b\d{1,2}\/\d{1,2}\b(?![/:]\d)/g,
  /\b\d{1,2}:\d\d(?::\d\d)?\b(?![/:]\d)/g,
];
const breaks = /[/:;|*_+()=#–—-]/;
const number = /^(RS\.?|INR|₹)?(\d[\d,]*(?:\.\d{1,2})?)(?:CR|DR)?[.,]?$/i;
const bankCode = /^[A-Z]{4}0[A-Z0-9]{6}$/;

const methods: Readonly<Record<string, Method>> = {
  ...sameFor(['NEFT', 'RTGS', 'IMPS', 'UPI', 'ECS', 'ACH', 'TRANSFER', 'TRF'], 'bank_transfer'),
  ...sameFor(['CHEQUE', 'CHECK', 'CHQ', 'CLG'], 'check'),
  ...sameFor(['CARD', 'POS'], 'credit_card'),
  ...sameFor(['CASH'], 'cash'),
};
const beforeReference = new Set(
  'REF REFNO REFERENCE UTR UTRNO TXN TXNID RRN CHEQUE CHECK CHQ CHQNO'.split(' '),
);
const beforeAccount = new Set('AC ACCOUNT ACCT XX'.split(' '));
const fillers = new Set('NO NUMBER ID RS INR CR DR'.split(' '));
const legalForms = new Set('PVT PRIVATE LTD LIMITED LLP INC CO COMPANY AND'.split(' '));

function sameFor(terms: readonly string[], method: Method): Record<string, Method> {
  return Object.fromEntries(terms.map((word) => [word, method]));
}

interface Token {
  text: string;
  /** In capitals. */
  word: string;
  /** The part of the line between two breaks. */
  part: number;
}

/**
 * Reads a line of a bank statement such as "NEFT 1,23,456.00 ACME REF N123"; null for each fact that it does not have.
 * The customer is the only one whose name it has (docs/product/receipts.md#bank-line).
 */
export function readBankLine(line: string, customers: readonly Named[]): BankLine {
  const tokens = tokensOf(line);
  const amount = amountIn(tokens);
  const reference = referenceIn(tokens, amount);
  const payment_method =
    tokens.map(({ word }) => methodOf(word)).find((each) => each !== null) ?? null;
  const used = [amount?.token, reference];
  const names = namesIn(tokens.filter((token) => !used.includes(token)));
  return {
    amount: amount?.rupees ?? null,
    payment_method,
    reference_number: reference?.text ?? null,
    customer_id: customerIn(names, customers),
  };
}

function tokensOf(line: string): Token[] {
  const read = line.slice(0, longestBankLine);
  const text = days.reduce((rest, day) => rest.replaceAll(day, '|'), read);
  return text.split(breaks).flatMap((part, at) =>
    part
      .split(/\s/)
      .flatMap((piece) => (number.test(piece) ? [piece] : piece.split(/[.,&'"]/)))
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, word: piece.toUpperCase(), part: at })),
  );
}

function methodOf(word: string): Method | null {
  return methods[word] ?? methods[word.replace(/(?:CR|DR|INWARD)$/, '')] ?? null;
}

interface Sum {
  token: Token;
  rupees: number;
}

/** The amount with a currency, else the first with paise, with groups, or of three to nine digits. */
function amountIn(tokens: readonly Token[]): Sum | null {
  let best: (Sum & { rank: number }) | null = null;
  for (const [at, token] of tokens.entries()) {
    const [, sign, digits = ''] = number.exec(token.word) ?? [];
    const rupees = parseNumber(digits) ?? 0;
    if (!(rupees > 0) || rupees > maxAmount) continue;
    const isMarked = sign !== undefined || isOneOf(tokens[at - 1], ['RS', 'INR', '₹']);
    const rank = isMarked ? 4 : rankOf(digits);
    if (rank < 2 && (digits.length > 9 || isLabelled(tokens, at))) continue;
    if (best === null || rank > best.rank) best = { token, rupees, rank };
  }
  return best;
}

/** Two digits, or a zero in front, are rather a part of a document's number. */
function rankOf(digits: string): number {
  if (digits.includes('.')) return 3;
  if (digits.includes(',')) return 2;
  return digits.length > 2 && !digits.startsWith('0') ? 1 : 0;
}

function isOneOf(token: Token | undefined, terms: readonly string[]): boolean {
  return token !== undefined && terms.includes(token.word);
}

/** Whether a word before it marks it as a reference or an account. */
function isLabelled(tokens: readonly Token[], at: number): boolean {
  return (
    labelAt(tokens, at, beforeReference) !== null || labelAt(tokens, at, beforeAccount) !== null
  );
}

function labelAt(tokens: readonly Token[], at: number, labels: ReadonlySet<string>): Token | null {
  const before = tokens[at - 1];
  const label = before && fillers.has(before.word) ? tokens[at - 2] : before;
  return label && labels.has(label.word) ? label : null;
}

/** The code after such a label, else the longest code of letters and digits. */
function referenceIn(tokens: readonly Token[], amount: Sum | null): Token | null {
  const isCode = ({ text }: Token) => /\d/.test(text) && /^[A-Za-z0-9]{2,40}$/.test(text);
  const codes = [...tokens.entries()].filter(
    ([, token]) => token !== amount?.token && isCode(token),
  );
  const labelled = codes.find(([at]) => labelAt(tokens, at, beforeReference));
  if (labelled) return labelled[1];
  let longest: Token | null = null;
  for (const [at, token] of codes) {
    const isLong = token.text.length >= 6 && /\d{4}/.test(token.text);
    if (!isLong || bankCode.test(token.word) || labelAt(tokens, at, beforeAccount)) continue;
    if (token.text.length > (longest?.text.length ?? 0)) longest = token;
  }
  return longest;
}

/** Runs of words that may be a name. */
function namesIn(tokens: readonly Token[]): string[][] {
  const runs: string[][] = [];
  let before: number | null = null;
  for (const { word, part } of tokens) {
    if (word === 'AND') continue;
    const isName =
      !beforeReference.has(word) &&
      !fillers.has(word) &&
      methodOf(word) === null &&
      !/\d{4}/.test(word);
    if (!isName) before = null;
    else if (before === part) runs.at(-1)?.push(word);
    else runs.push([word]);
    if (isName) before = part;
  }
  return runs;
}

/** The only customer with the most words of the line in its name; a name may be cut off where its run ends. */
function customerIn(
  runs: readonly (readonly string[])[],
  customers: readonly Named[],
): number | null {
  let most = 0;
  let found: number | null = null;
  for (const { id, company_name } of customers) {
    const name = termsOf(company_name);
    const agreed = Math.max(0, ...runs.map((run) => agreedIn(run, name)));
    if (agreed === 0 || agreed < most) continue;
    found = agreed > most ? id : null;
    most = agreed;
  }
  return found;
}

const mostNameTerms = 6;

function termsOf(name: string): string[] {
  const terms = name
    .toUpperCase()
    .replace(/^\s*M\/S\b/, '')
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((word) => word !== '');
  const plain = terms.filter((word) => !legalForms.has(word));
  return (plain.length > 0 ? plain : terms).slice(0, mostNameTerms);
}

/** How many letters of a name a run has in a row; 0 where another word follows, or under three agree. */
function agreedIn(run: readonly string[], name: readonly string[]): number {
  let most = 0;
  for (let start = 0; start < run.length; start += 1) {
    let letters = 0;
    for (const [at, word] of name.entries()) {
      const token = run[start + at];
      if (token === undefined) break;
      const isCutOff = start + at === run.length - 1 && word.startsWith(token);
      if (token !== word && !isCutOff) {
        letters = 0;
        break;
      }
      letters += token.length;
    }
    if (letters >= 3) most = Math.max(most, letters);
  }
  return most;
}
