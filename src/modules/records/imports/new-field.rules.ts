import { parseCell } from '~/kit/shared/csv/csv';
import { isEmail, isPhone, isWebsite, withScheme } from '~/kit/shared/fields/contact';
import * as field from '~/kit/shared/fields/fields';
import { plainNumber } from '~/kit/shared/money/typed-numbers';
import type { CustomType } from '~/modules/records/custom-fields/custom-fields.fields';
import { guessedDates, readDate } from './dates.rules';
import { guessedDecimal, swapped } from './decimals.rules';
import { isPlaceholder } from './tidy.rules';

interface Column {
  heading: string;
  /** Its values in the first rows, each once. */
  texts: readonly string[];
  /** So many of the first rows have a value. */
  filled: number;
}

/** A field of the company's own, as it is proposed for a column (docs/product/custom-fields.md#files). */
export interface LikelyField {
  label: string;
  type: CustomType;
  decimals?: number;
  /** Its values, where they may be choices. */
  choices?: readonly string[];
}

/**
 * The field that takes each of these values without a change: the number 00120 would be 120, and the day of a moment has no
 * time.
 */
export function likelyField({ heading, texts: all, filled }: Column): LikelyField {
  const texts = all.filter((text) => !isPlaceholder(text)).map(plainText);
  const choices = mayBeChoices(texts) ? texts : [];
  return { label: labelFor(heading), choices, ...typeFor(texts, { heading, filled }) };
}

const textField = field.longText({ label: '', max: 1 });

/** Without the apostrophe before a text that a spreadsheet would run. */
function plainText(cell: string): string {
  return String(parseCell(textField, cell) ?? '');
}

function typeFor(
  texts: readonly string[],
  { heading, filled }: Pick<Column, 'heading' | 'filled'>,
): Pick<LikelyField, 'type' | 'decimals'> {
  const are = (test: (text: string) => boolean) => texts.length > 0 && texts.every(test);
  if (areFlags(texts)) return { type: 'flag' };
  if (areDays(texts)) return { type: 'date' };
  if (are(isCallable)) return { type: 'phone' };
  const number = numberFor(heading, texts);
  if (number) return number;
  if (are(isEmail)) return { type: 'email' };
  if (are((text) => isWebsite(text) && withScheme(text) === text)) return { type: 'url' };
  if (texts.some((text) => text.includes('\n') || text.length > longestText))
    return { type: 'long_text' };
  return { type: areLikelyChoices(texts, filled) ? 'choice' : 'text' };
}

const longestText = 255;
const longestLabel = 100;
const mostChoices = 100;
const longestChoice = 100;
const mostLikelyChoices = 10;
const longestLikelyChoice = 40;
const mostDecimals = 3;

const flagField = field.flag({ label: '' });

/** A column of zeros alone may be one of numbers. */
function areFlags(texts: readonly string[]): boolean {
  const isWord = (text: string) => /^(?:yes|no|true|false|y|n)$/i.test(text);
  const isBit = (text: string) => text === '0' || text === '1';
  if (texts.length > 0 && texts.every(isWord)) return true;
  return new Set(texts.map((text) => parseCell(flagField, text))).size === 2 && texts.every(isBit);
}

const midnight = /[ T]00:00(?::00(?:\.0+)?)?$/;

function areDays(texts: readonly string[]): boolean {
  const days = texts.map((text) => text.replace(midnight, ''));
  const { order } = guessedDates(days) ?? { order: 'dmy' as const };
  const isWhole = (day: string) => !day.includes(':') && !/^\d+$/.test(day);
  return days.length > 0 && days.every((day) => isWhole(day) && readDate(day, order) !== null);
}

/** A telephone number, and no other number of ten digits. */
function isCallable(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  const isMarked = /^\+|^\(?0\d|^[6-9]\d{9}$|\d[\s()-]+\d/.test(text);
  return isPhone(text) && isMarked && digits >= 10 && digits <= 15;
}

const rupees = /₹|\bINR\b|\bRs\b/i;
const numeral = /^-?\d{1,12}(?:\.(\d*))?$/;

function numberFor(heading: string, texts: readonly string[]) {
  const { decimal } = guessedDecimal(texts) ?? { decimal: '.' as const };
  const plain = texts.map((text) => plainNumber(decimal === ',' ? swapped(text) : text, 'INR'));
  const decimals = plain.map((text) => numeral.exec(text ?? '')?.[1]?.length ?? 0);
  const isNumeral = (text: string | null) =>
    text !== null && numeral.test(text) && !/^-?0\d/.test(text);
  const most = Math.max(0, ...decimals);
  const isSigned = texts.some((text) => text.startsWith('+'));
  if (texts.length === 0 || isSigned || !plain.every(isNumeral)) return null;
  if (most <= 2 && rupees.test([heading, ...texts].join(' '))) return { type: 'money' as const };
  return most <= mostDecimals ? { type: 'number' as const, decimals: most } : null;
}

function mayBeChoices(texts: readonly string[]): boolean {
  const spellings = new Set(texts.map((text) => text.toLowerCase()));
  const isShort = texts.every((text) => text.length <= longestChoice);
  return texts.length <= mostChoices && isShort && spellings.size === texts.length;
}

/** Few values that repeat; of several in a cell none is a choice. */
function areLikelyChoices(texts: readonly string[], filled: number): boolean {
  const { length } = texts;
  const areFew = length >= 2 && length <= mostLikelyChoices && length * 2 <= filled + 1;
  const isLikely = (text: string) => text.length <= longestLikelyChoice && !text.includes(';');
  return areFew && mayBeChoices(texts) && texts.every(isLikely);
}

/** Names that programs give to the fields of a company: of Odoo Studio, ERPNext and Zoho Books. */
const prefixes = /^(?:x_studio_|x_|custom_|cf[._])(?=[\p{L}\p{N}])/iu;

/** `Warranty End` of `x_studio_warranty_end`. */
function labelFor(heading: string): string {
  const text = heading.trim();
  const bare = text.replace(prefixes, '');
  const isName = !bare.includes(' ') && (bare !== text || bare.includes('_'));
  const terms = isName ? bare.split('_').filter((term) => term !== '') : [];
  const label = terms.map((term) => term.charAt(0).toUpperCase() + term.slice(1)).join(' ');
  return (label === '' ? bare : label).slice(0, longestLabel);
}
