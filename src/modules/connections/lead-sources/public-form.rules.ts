import type { Field, Fields } from '~/kit/shared/fields/fields';
import type { FieldProblem } from '~/kit/shared/verdict';
import { leadFields } from '~/modules/sales/leads/leads.fields';
import { escaped } from '~/modules/sales/documents/print/letters.rules';
import type { SourcePage } from './lead-sources.fields';
import {
  isMappedName,
  type MappedName,
  type Parts,
  readMapped,
  readOwnText,
  type Texts,
} from './mapping.rules';

/** A field that people leave empty, because they do not see it. */
export const hiddenName = 'fax';

export const formFieldTypes = [
  'text',
  'email',
  'tel',
  'url',
  'longText',
  'choice',
  'number',
  'date',
] as const;

export interface FormField {
  name: string;
  label: string;
  type: (typeof formFieldTypes)[number];
  required: boolean;
  max_length: number | null;
  choices: { value: string; label: string }[];
}

/** What visitors read where the field has a word of the company. */
const labels: Partial<Record<string, string>> = {
  annual_revenue: 'Annual Revenue',
  initial_inquiry: 'Message',
};

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/**
 * The fields of a page as its form shows them: those of the company by `own` as long as they are on, and below all of
 * these that a new lead must have.
 */
export function formFieldsOf({ fields }: Pick<SourcePage, 'fields'>, own: Fields): FormField[] {
  const isOwnDemanded = (name: string) =>
    own[name]?.required === true && own[name].preset === undefined;
  const missing = Object.keys(own).filter(
    (name) => isOwnDemanded(name) && !fields.some((each) => each.name === name),
  );
  const all = [...fields, ...missing.map((name) => ({ name, required: true }))];
  return all.flatMap(({ name, required }) => {
    const field = fieldNamed(name, own);
    if (!field) return [];
    const { label, maxLength = null, choices = [] } = field;
    const offered = field.kind === 'flag' ? yesNo : choices.filter(({ isOff }) => !isOff);
    return {
      name,
      label: labels[name] ?? label,
      type: typeOf(field),
      required: required || isOwnDemanded(name),
      max_length: maxLength,
      choices: offered.map((each) => ({ value: each.value, label: each.label })),
    };
  });
}

function fieldNamed(name: string, own: Fields): Field | undefined {
  if (isMappedName(name)) return leadFields[name];
  return Object.hasOwn(own, name) ? own[name] : undefined;
}

function typeOf({ kind, inputType = 'text' }: Field): FormField['type'] {
  if (kind === 'longText' || kind === 'choice') return kind;
  if (kind === 'flag') return 'choice';
  if (kind === 'day') return 'date';
  return kind === 'money' || kind === 'wholeNumber' || kind === 'quantity' ? 'number' : inputType;
}

/** The values that a visitor sent, or the problem of each field. */
export function readForm(
  page: Pick<SourcePage, 'fields'>,
  values: Readonly<Record<string, string>>,
  ownFields: Fields,
): { parts: Parts; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const read: Record<string, string> = {};
  const shown = formFieldsOf(page, ownFields);
  const names = new Set<string>([
    hiddenName,
    ...page.fields.map(({ name }) => name),
    ...shown.map(({ name }) => name),
  ]);
  for (const field of Object.keys(values))
    if (!names.has(field)) problems.push({ field, message: `Unknown field "${field}"` });
  for (const { name, label, required, choices } of shown) {
    const text = (values[name] ?? '').trim();
    if (text === '' && required) problems.push({ field: name, message: `${label} is required` });
    if (text === '') continue;
    const field = fieldNamed(name, ownFields);
    const reading = isMappedName(name) ? readMapped(name, text) : field && readOwnText(field, text);
    if (reading?.ok) read[name] = text;
    // A visitor sees the labels alone.
    else if (choices.length > 0)
      problems.push({
        field: name,
        message: `${label} must be one of ${choices.map((each) => each.label).join(', ')}`,
      });
    else problems.push({ field: name, message: reading?.message ?? `${label} is not valid` });
  }
  return { parts: formPartsOf(read), problems };
}

/** The parts of a page's arrival as they were stored. */
export function formPartsOf(values: Texts): Parts {
  const typed: Partial<Record<MappedName, string>> = {};
  const own: Record<string, string> = {};
  for (const [name, text] of Object.entries(values)) {
    if (isMappedName(name)) typed[name] = text;
    else if (name !== hiddenName) own[name] = text;
  }
  return { id: null, typed, own, others: [] };
}

const completions: Partial<Record<string, string>> = {
  company_name: 'organization',
  contact_person: 'name',
  email: 'email',
  phone: 'tel',
  website: 'url',
  address: 'street-address',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  country: 'country-name',
};

/** The page of a form (docs/product/lead-sources.md#page); its script solves the challenge and sends the typed values. */
export function formPage(page: SourcePage, token: string, own: Fields): string {
  const { title, intro } = page;
  return htmlOf(
    title,
    `<h1>${escaped(title)}</h1>
${intro === null ? '' : `<p class="intro">${escaped(intro)}</p>`}
<form novalidate data-token="${escaped(token)}">
${formFieldsOf(page, own).map(fieldOf).join('\n')}
<p class="fax" aria-hidden="true"><label>Fax <input name="${hiddenName}" tabindex="-1" autocomplete="off"></label></p>
<p class="message" role="alert"></p>
<button type="submit">Send</button>
<noscript><p>This form needs JavaScript.</p></noscript>
</form>
<p class="thanks" role="status" tabindex="-1"></p>`,
    '<script type="module" src="/lead-form.js"></script>',
  );
}

/** The page of an address without a form. */
export function closedFormPage(message: string): string {
  return htmlOf(message, `<h1>${escaped(message)}</h1>`);
}

function fieldOf({ name, label, type, required, max_length: max, choices }: FormField): string {
  const shared = `id="${name}" name="${name}" aria-describedby="${name}-error"${required ? ' required' : ''}${
    max === null ? '' : ` maxlength="${max}"`
  }${completions[name] ? ` autocomplete="${completions[name]}"` : ''}`;
  const options = choices.map(
    (each) => `<option value="${escaped(each.value)}">${escaped(each.label)}</option>`,
  );
  const input =
    type === 'longText'
      ? `<textarea ${shared} rows="4"></textarea>`
      : type === 'choice'
        ? `<select ${shared}><option value=""></option>${options.join('')}</select>`
        : `<input ${shared} type="${type === 'number' ? 'text" inputmode="decimal' : type}">`;
  const mark = required ? ' <span aria-hidden="true">*</span>' : '';
  return `<div><label for="${name}">${escaped(label)}${mark}</label>${input}<p class="error" id="${name}-error"></p></div>`;
}

const style = `:root{color-scheme:light dark;--line:light-dark(#8a93a3,#7d8696);--bad:light-dark(#b3261e,#ff8a80)}
*{box-sizing:border-box}body{max-width:560px;margin:0 auto;padding:16px;font:16px/24px system-ui,sans-serif}
h1{margin:0 0 8px;font-size:24px;line-height:32px}.intro{margin:0 0 16px;white-space:pre-line}
h1,p{overflow-wrap:anywhere}form{display:grid;gap:12px}form[hidden]{display:none}label{display:block;font-weight:600}
input,select,textarea,button{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;
font:inherit;color:inherit;background:transparent}select{background:light-dark(#fff,#1b1e24)}
[aria-invalid]{border-color:var(--bad)}button{border:0;background:#1f5fbf;color:#fff;font-weight:600;cursor:pointer}
button:disabled{background:#5a6375;cursor:default}:focus-visible{outline:3px solid #5b9bff;outline-offset:2px}
p{margin:0}.error,.message,label span{color:var(--bad)}.error:empty,.message:empty,.thanks:empty{display:none}
.fax{position:absolute;left:-9999px}.thanks{font-size:18px;white-space:pre-line}`;

function htmlOf(title: string, body: string, script = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${style}</style>${script}</head>
<body><main>${body}</main></body></html>`;
}
