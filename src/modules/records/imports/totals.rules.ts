const amount =
  /^(?:₹|rs\.?|inr|usd|\$)? ?[-+−(]?(\d[\d.,]*)\)?(?: ?(?:[dc]r\.?|[a-z]{1,5}\.?|%))?$/i;

/** `1,23,000.00 Dr`, `₹300`, `(1,200)`, `160 Nos`. */
export function isAmount(text: string): boolean {
  return text.length <= longest && amount.test(text);
}

/** The number of an amount, without its sign, its unit and its side; null of any other text. */
export function amountIn(text: string): number | null {
  const digits = text.length <= longest ? amount.exec(text)?.[1] : undefined;
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

const plainSum =
  /^(?:(?:(?:grand|sub|net|gross|overall|report|page|column|group|final|running)[ -]?){0,2}totals?|कुल|कुल योग|योग|एकूण|કુલ|மொத்தம்|మొత్తం|ಒಟ್ಟು|മൊത്തം|মোট|ਕੁੱਲ|ਕੁੱਲ ਜੋੜ|(?:carried|brought) forward|[cb] ?\/ ?[fd])$/i;
const currency = / ?\(?(?:in )?(?:₹|rs\.?|inr|usd|\$)\)?$/i;
const mark = / ?[:=-]{1,2}$/;
const sumFor = /^total (?:for|of) \S/i;
const counted =
  /^(?:grand |sub|net )?(?:totals?|count|number|no\.)(?: (?:no\.?|number))?(?: of)?(?: [a-z]{1,20})? ?[:=] ?(?:₹|rs\.?|inr)? ?\d[\d.,]*(?: ?[dc]r\.?)?$/i;
const countFirst = /^(?:records?|rows?|items?|entries) ?(?:count|found|total)? ?[:=] ?\d[\d.,]*$/i;

const dashes = /^[\s\-–—_=*.~·•|+#]+$/;
const page = /^page(?: no\.?)?[ :.#]{0,3}\d{1,6}(?: ?(?:of|\/) ?\d{1,6})?$/i;
const printed =
  /^(?:(?:report )?(?:printed|generated|exported|created|downloaded)(?: on| at| by|:| :)|as on |as of |(?:print |report |run )?date ?:)/i;
const moment =
  /^(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?,? (?:[a-z]{3,9}\.? \d{1,2}|\d{1,2} [a-z]{3,9}\.?),? \d{4}\b/i;
const dayAndTime = /^\d{1,2}[-/ .][a-z0-9]{1,9}[-/ .]\d{4},? \d{1,2}:\d{2}\b/i;
const legal =
  /^(?:copyright|©|confidential information)\b|^\*{0,3} ?end of (?:report|list|file) ?\*{0,3}$|^e\.? ?& ?o\.? ?e\.?$/i;

const longest = 160;

/**
 * Why a row is not a record, or null: sums below a list would else become a customer "Grand Total", and a page number another one
 * (docs/product/imports.md#rows). A name such as "Total Energies Ltd" or "Page Industries" is none of these.
 */
export function noRecordProblem(cells: readonly string[]): string | null {
  const at = cells.findIndex((cell) => cell.trim() !== '');
  const first = cells[at]?.trim() ?? '';
  if (isText(cells[at + 1]) || first.length > longest || !mayBeNone.test(first)) return null;
  const others = cells.slice(at + 1).flatMap((cell) => cell.trim() || []);
  if (isSum(first, others)) return 'This is a row of totals';
  return [first, ...others].every(isNoValue)
    ? 'This row has no data, only a line of the printed list'
    : null;
}

/** A name or a code next to the first cell: nearly every record has one, which is known without looking further. */
function isText(cell = ''): boolean {
  return cell.length > 3 && /^[a-z]/i.test(cell) && !lineStart.test(cell);
}

const lineStart =
  /^(?:page|print|generat|export|creat|download|report|run |date|as o|mon|tue|wed|thu|fri|sat|sun|copyright|confidential|end of|rs|inr|usd)/i;

/** Tells most other records by their first cell. */
const mayBeNone =
  /total|forward|count|number|^no\.|^\d{1,2}[-/ .][a-z0-9]{1,9}[-/ .]\d{4},? \d|record|^rows?\b|^items?\b|entries|^page|print|generat|export|creat|download|report|date|^as o|^(?:mon|tue|wed|thu|fri|sat|sun)|copyright|©|confidential|end of|^e\.? ?&|^[cb] ?\/|^[^\p{L}\p{N}]+$|कुल|योग|एकूण|કુલ|மொத்தம்|మొత్తం|ಒಟ್ಟು|മൊത്തം|মোট|ਕੁੱਲ/iu;

function isSum(first: string, others: readonly string[]): boolean {
  const areAmounts = others.every((text) => isAmount(text) || isSide(text) || dashes.test(text));
  if (!areAmounts) return false;
  if (counted.test(first) || countFirst.test(first)) return true;
  const name = first.replace(mark, '').replace(currency, '').trimEnd();
  // A company may have the name "Total"; it has more than amounts.
  if (sumFor.test(name)) return others.length > 0;
  const isMarked = name !== first || /^[a-z]{3,8}[ -]?totals?$/i.test(name);
  return plainSum.test(name) && (isMarked || others.length > 0);
}

function isSide(text: string): boolean {
  return /^[dc]r\.?$/i.test(text);
}

function isMoment(text: string): boolean {
  return moment.test(text) || dayAndTime.test(text);
}

function isNoValue(text: string): boolean {
  if (text.length > longest) return false;
  if (dashes.test(text) || page.test(text) || isMoment(text) || legal.test(text)) return true;
  return printed.test(text) && /\d/.test(text);
}
