import { isLongerThan } from '~/kit/shared/fields/characters';
import { cutText } from '~/kit/shared/fields/cut-text';
import type { Field } from '~/kit/shared/fields/fields';
import { isNumberField } from './decimals.rules';

/** What was made of a cell of another program, for the notes of an import (docs/product/imports.md#notes). */
export type Change =
  | 'left_empty'
  | 'not_gstin'
  | 'first_of_several'
  | 'negative_as_zero'
  | 'rounded'
  | 'cut';

interface Tidied {
  name: string;
  field: Field;
  isTidy: boolean;
}

export interface Repair {
  text: string;
  change?: Change;
}

const placeholder =
  /^(?:[-–—._?*]{1,5}|n\/?a\.?|n\.a\.|nil|null|none|-none-|not (?:available|applicable|provided|set)|undefined|\(blank\)|default title)$/i;

/** A text that other programs write for no value: `-`, `N/A`, `nil`. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 14 && placeholder.test(text);
}

const code = /^'[\w+.\-/]+$/;

/** The text of a cell without what other programs add: placeholders, Shopify's apostrophe, HTML, an address after a name. */
export function tidied(field: Field, cell: string): string {
  const text = cell.trim();
  if (isPlaceholder(text)) return '';
  if (text.startsWith("'") && code.test(text) && /\d/.test(text)) return text.slice(1);
  if (field.kind !== 'text' && field.kind !== 'longText') return text;
  if (field.inputType !== undefined) return text;
  if (text.includes('<')) return withoutHtml(text);
  return field.kind === 'text' && text.endsWith(')') ? withoutAddress(text) : text;
}

/** `Kaveri Pumps` of `Kaveri Pumps (kaveri.example)`. */
function withoutAddress(text: string): string {
  const at = text.lastIndexOf(' (');
  const inside = text.slice(at + 2, -1);
  const isAddress = at > 0 && !inside.includes(' ') && /[@.]/.test(inside);
  return isAddress ? text.slice(0, at).trim() : text;
}

const breaks = /<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\b[^<>]{0,200}>/gi;
const tags = /<\/?[a-z][^<>]{0,1000}>/gi;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function withoutHtml(text: string): string {
  const plain = text.replaceAll(/\r?\n/g, ' ').replaceAll(breaks, '\n').replaceAll(tags, '');
  if (plain === text) return text;
  const lines = plain
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** What a refused text may mean, in the order in which it is tried (docs/product/imports.md#values-of-other-programs). */
export function repairsOf({ name, field, isTidy }: Tidied): ((text: string) => Repair[]) | null {
  if (isNumberField(field)) {
    return (text) => [...amountRepairs(text), ...(isTidy ? stockRepairs(field, text) : [])];
  }
  if (!isTidy) return null;
  if (name.endsWith('gstin')) return gstinRepairs;
  if (field.inputType === 'tel') return phoneRepairs;
  if (field.inputType === 'email') return emailRepairs;
  if (field.inputType === 'url') return websiteRepairs;
  const { maxLength: most = 0 } = field;
  if (field.kind !== 'longText') return null;
  return (text) =>
    isLongerThan(text, most) ? [{ text: `${cutText(text, most - 1)}…`, change: 'cut' }] : [];
}

/** Whether a text means no value for a field, such as a telephone number `0` or a tax number of another country as GSTIN. */
export function nothingIn(name: string, field: Field): (text: string) => boolean {
  const repairs = isNumberField(field) ? null : repairsOf({ name, field, isTidy: true });
  return (text) => repairs?.(text)[0]?.text === '';
}

const marks = /^(?:₹|rs[.,]?|inr)\s*/i;
const after = /(?:\s?\/-|\s?\/[a-z]{1,10}\.?|\s[a-z]{1,10}\.?)$/i;

/** `₹2,50,000`, `5,000/-`, `1,25,000.50 Dr`, `(1,23,456.00)`, `350.00/nos`, `120 PCS`. */
function amountRepairs(text: string): Repair[] {
  const trimmed = text.trim();
  const isCredit = /\scr\.?$/i.test(trimmed);
  const bare = trimmed.replace(after, '');
  const isInside = bare.startsWith('(') && bare.endsWith(')');
  const amount = (isInside ? bare.slice(1, -1) : bare).trim().replace(marks, '');
  return [{ text: isCredit !== isInside ? `-${amount}` : amount }];
}

function stockRepairs({ kind }: Field, text: string): Repair[] {
  const isNegative = kind === 'quantity' && /^[-−(]/.test(text.trim());
  return isNegative ? [{ text: '0', change: 'negative_as_zero' }] : [];
}

/** A tax number of another country is not a GSTIN; one that begins like a GSTIN is mistyped. */
function gstinRepairs(text: string): Repair[] {
  const plain = text.replaceAll(/\s/g, '');
  return /^\d{2}[a-z]/i.test(plain) ? [] : [{ text: '', change: 'not_gstin' }];
}

const number = /\+?\(?\d[\d\s().-]{5,30}\d/g;

function phonesIn(text: string): string[] {
  return [...text.matchAll(number)].map(([phone]) => phone.trim());
}

/** The first telephone number of a text such as `p:+919000000115`, `9000000514 / 9000000515` or `9000000517 (Ravi)`. */
export function firstPhone(text: string): string | null {
  return phonesIn(text)[0] ?? null;
}

function phoneRepairs(text: string): Repair[] {
  if (/^[0\s()+.-]+$/.test(text)) return [{ text: '' }];
  return firstOf(phonesIn(text));
}

function firstOf(found: readonly string[]): Repair[] {
  return found.map((text) => (found.length > 1 ? { text, change: 'first_of_several' } : { text }));
}

function emailRepairs(text: string): Repair[] {
  return firstOf(text.split(/[\s<>()[\],;:"|]+/).filter((piece) => piece.includes('@')));
}

function websiteRepairs(text: string): Repair[] {
  return firstOf(text.split(/[\s,;|]+/).filter((piece) => piece.includes('.')));
}
