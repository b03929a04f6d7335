import { parseCell } from '~/kit/shared/csv/csv';
import { customKey, type CustomValue, type CustomValues } from '~/kit/shared/fields/custom';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import { cutText } from '~/kit/shared/fields/cut-text';
import { readTyped } from '~/kit/shared/fields/typed-values';
import type { Reading } from '~/kit/shared/fields/field-rules';
import { type LeadPatch, leadFields } from '~/modules/sales/leads/leads.fields';

/** The fields of a lead that a source may fill. */
export const mappedNames = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'industry',
  'company_size',
  'annual_revenue',
  'website',
  'address',
  'city',
  'state',
  'postal_code',
  'country',
  'initial_inquiry',
  'lead_source',
  'lead_score',
] as const;

export type MappedName = (typeof mappedNames)[number];

export function isMappedName(name: string): name is MappedName {
  return mappedNames.some((each) => each === name);
}

/** Where the parts of an arrival are (docs/product/lead-sources.md#mapping); paths with dots. */
export interface Mapping {
  items: string | null;
  id: string | null;
  /** Of several paths the first that is not empty. */
  fields: Readonly<Record<string, string | readonly string[]>>;
  fixed: Readonly<Record<string, string>>;
}

/** The texts of an arrival by their paths. */
export type Texts = Readonly<Record<string, string>>;

const most = { levels: 8, texts: 200, path: 200, text: 2000 };

/** What a portal sends to be known by; nothing of a lead. */
const secrets = new Set(['google_key']);

/**
 * The texts of a JSON value by their paths. What is too deep, too long or too much is left out. A list of names with values,
 * as forms send it, is read like an object.
 */
export function textsOf(value: unknown): Texts {
  const texts = new Map<string, string>();
  const add = (path: string, level: number, part: unknown): void => {
    if (texts.size >= most.texts || level > most.levels || path.length > most.path) return;
    if (Array.isArray(part)) {
      const scalars = part.map(scalarText);
      if (scalars.every((text) => text !== null))
        add(path, level, scalars.filter(Boolean).join(', '));
      else part.slice(0, most.texts).forEach((each, at) => addElement(path, level, each, at));
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, each] of Object.entries(part))
        if (key !== '__proto__' && !secrets.has(key))
          add(path === '' ? key : `${path}.${key}`, level + 1, each);
    } else {
      const text = scalarText(part);
      if (text) texts.set(storable(path) || 'value', text);
    }
  };
  const addElement = (path: string, level: number, each: unknown, at: number): void => {
    const named = nameAndValue(each);
    add(`${path === '' ? '' : `${path}.`}${named?.name ?? at}`, level + 1, named?.value ?? each);
  };
  add('', 0, value);
  return Object.fromEntries(texts);
}

function scalarText(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return null;
  return cutText(storable(String(value).replaceAll(/\r\n?/g, '\n')), most.text);
}

/** Without the characters that a database refuses. */
function storable(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, ' ').trim();
}

/** Google Ads sends `{column_id, string_value}`, Meta `{name, values}`. */
function nameAndValue(element: unknown): { name: string; value: unknown } | null {
  const own = (name: string): unknown =>
    typeof element === 'object' && element !== null && Object.hasOwn(element, name)
      ? (element as Record<string, unknown>)[name]
      : undefined;
  const name = own('column_id') ?? own('name');
  const value = own('string_value') ?? own('values') ?? own('value');
  return typeof name === 'string' && name !== '__proto__' && value !== undefined
    ? { name, value }
    : null;
}

/** The arrivals in a body; null where the path leads to nothing. */
export function itemsOf(body: unknown, path: string | null): readonly unknown[] | null {
  let found = body;
  for (const key of path?.split('.') ?? []) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as Record<string, unknown>)[key];
  }
  if (Array.isArray(found)) return found as unknown[];
  return typeof found === 'object' && found !== null ? [found] : null;
}

/** What a lead is made of: the texts of its fields, and labelled texts that belong to none. */
export interface Parts {
  id: string | null;
  typed: Readonly<Partial<Record<MappedName, string>>>;
  /** Of the company's own fields, by their names such as `custom.grade`. */
  own: Readonly<Record<string, string>>;
  others: readonly (readonly [label: string, text: string])[];
}

/** Reads an arrival by a mapping. */
export function partsOf(texts: Texts, { id, fields, fixed }: Mapping): Parts {
  const textAt = (path: string) => (Object.hasOwn(texts, path) ? texts[path] : undefined);
  const used = new Set(id === null ? [] : [id]);
  const typed: Partial<Record<MappedName, string>> = {};
  const own: [string, string][] = [];
  const others: [string, string][] = [];
  const take = (name: string, text: string) => {
    if (isMappedName(name)) typed[name] = text;
    else if (customKey(name) === null) others.push([labelOf(name), text]);
    else own.push([name, text]);
  };
  for (const [name, paths] of Object.entries(fields)) {
    const path = [paths].flat().find((each) => textAt(each) !== undefined);
    if (path === undefined) continue;
    used.add(path);
    take(name, textAt(path) ?? '');
  }
  for (const [name, text] of Object.entries(fixed)) take(name, text);
  for (const [path, text] of Object.entries(texts))
    if (!used.has(path)) others.push([labelOf(path), text]);
  return {
    id: id === null ? null : (textAt(id) ?? null),
    typed,
    own: Object.fromEntries(own),
    others,
  };
}

/** "Query product name" of `QUERY_PRODUCT_NAME`. */
function labelOf(path: string): string {
  const spaced = path.replaceAll(/[_.]+/g, ' ').trim();
  const plain = spaced === spaced.toUpperCase() ? spaced.toLowerCase() : spaced;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Reads a text for a field; a choice also by its label. */
export function readMapped(name: MappedName, text: string): Reading {
  return readText(leadFields[name], text);
}

function readText(field: Field, text: string): Reading {
  const choice = field.choices?.find(({ label }) => label.toLowerCase() === text.toLowerCase());
  return readTyped(field, choice?.value ?? text, 'form');
}

/**
 * The values of a lead: no part is lost for a value that its field refuses, which is written into the inquiry
 * (docs/product/lead-sources.md#no-lead-is-lost).
 */
export function leadOf(
  { typed, own, others }: Parts,
  source: string,
  ownFields: Fields = {},
): LeadPatch & LeadNames {
  const values: Record<string, unknown> = {};
  const lines = others.map(([label, text]) => `${label}: ${text}`);
  const { initial_inquiry: inquiry = '', ...rest } = typed;
  for (const [name, text] of Object.entries(rest)) {
    const reading = readMapped(name as MappedName, text);
    if (reading.ok) values[name] = reading.value;
    else lines.push(`${leadFields[name as MappedName].label}: ${text}`);
  }
  const custom: Record<string, CustomValue> = {};
  for (const [name, text] of Object.entries(own)) {
    const field = Object.hasOwn(ownFields, name) ? ownFields[name] : undefined;
    const reading = field ? readOwnText(field, text) : null;
    if (reading?.ok) custom[customKey(name) ?? name] = reading.value as CustomValue;
    else lines.push(`${field?.label ?? labelOf(customKey(name) ?? name)}: ${text}`);
  }
  const { company_name: company, contact_person: contact, email, phone } = typed;
  const named = (...texts: (string | undefined)[]) => {
    const name = texts.map(nameIn).find((text) => text !== null);
    return name ?? cutText(`Lead from ${source}`, 100);
  };
  const written = [inquiry, ...lines].filter(Boolean).join('\n');
  return {
    ...values,
    company_name: named(company, contact, email, phone),
    contact_person: named(contact, company, email, phone),
    initial_inquiry: cutText(written, 1000).trim() || null,
    custom,
  };
}

interface LeadNames {
  company_name: string;
  contact_person: string;
  initial_inquiry: string | null;
  custom: CustomValues;
}

/** A text for an own field, as files have it: dates and numbers in any usual way. */
export function readOwnText(field: Field, text: string): Reading | null {
  if (field.kind === 'flag') {
    const value = parseCell(field, text);
    return typeof value === 'boolean' ? { ok: true, value } : null;
  }
  const reading = readText(field, text);
  return reading.ok && reading.value === null ? null : reading;
}

function nameIn(text = ''): string | null {
  const reading = leadFields.company_name.read(cutText(text, 100), 'form');
  return reading.ok ? reading.value : null;
}

/** Mappings for what well-known portals send. */
export const readyMappings: readonly { label: string; mapping: Mapping }[] = [
  {
    label: 'IndiaMART',
    mapping: {
      items: 'RESPONSE',
      id: 'UNIQUE_QUERY_ID',
      fields: {
        company_name: 'SENDER_COMPANY',
        contact_person: 'SENDER_NAME',
        email: ['SENDER_EMAIL', 'SENDER_EMAIL_ALT'],
        phone: ['SENDER_MOBILE', 'SENDER_PHONE', 'SENDER_MOBILE_ALT'],
        address: 'SENDER_ADDRESS',
        city: 'SENDER_CITY',
        state: 'SENDER_STATE',
        postal_code: 'SENDER_PINCODE',
        country: 'SENDER_COUNTRY_ISO',
        initial_inquiry: 'QUERY_MESSAGE',
      },
      fixed: {},
    },
  },
  {
    label: 'Meta lead ads (by Zapier)',
    mapping: {
      items: null,
      id: 'id',
      fields: {
        company_name: 'company_name',
        contact_person: ['full_name', 'first_name'],
        email: ['email', 'work_email'],
        phone: ['phone_number', 'work_phone_number'],
        city: 'city',
        state: 'state',
        postal_code: ['post_code', 'zip_code'],
        country: 'country',
      },
      fixed: {},
    },
  },
  {
    label: 'Google Ads lead form',
    mapping: {
      items: null,
      id: 'lead_id',
      fields: {
        company_name: 'user_column_data.COMPANY_NAME',
        contact_person: ['user_column_data.FULL_NAME', 'user_column_data.FIRST_NAME'],
        email: ['user_column_data.EMAIL', 'user_column_data.WORK_EMAIL'],
        phone: ['user_column_data.PHONE_NUMBER', 'user_column_data.WORK_PHONE'],
        address: 'user_column_data.STREET_ADDRESS',
        city: 'user_column_data.CITY',
        state: 'user_column_data.REGION',
        postal_code: 'user_column_data.POSTAL_CODE',
        country: 'user_column_data.COUNTRY',
      },
      fixed: {},
    },
  },
];
