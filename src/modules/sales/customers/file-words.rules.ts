import type { Customer } from './customers.fields';

/** GST categories as other programs write them, by their letters. */
const categories: Readonly<Record<NonNullable<Customer['gst_category']>, readonly string[]>> = {
  regular: [
    'registered',
    'registeredregular',
    'regularregistered',
    'registeredbusiness',
    'registeredbusinessregular',
    'businessregisteredregular',
    'businessgst',
    'registereddealer',
  ],
  composition: [
    'registeredcomposition',
    'compositiondealer',
    'compositiontaxpayer',
    'registeredbusinesscomposition',
    'businessregisteredcomposition',
    'compositionscheme',
  ],
  sez: ['specialeconomiczone', 'businesssez', 'sezunit', 'sezdeveloper', 'sezunitdeveloper'],
  overseas: ['export', 'exports', 'foreign', 'exporter', 'overseascustomer', 'overseasbusiness'],
  deemed_export: ['deemedexports', 'deemedexporter'],
  uin: ['uin', 'uinholders', 'unbody', 'embassyunbody', 'governmententityunbody', 'embassy'],
  deductor: ['taxdeductor', 'tdsdeductor', 'gstdeductor'],
  unregistered: [
    'unregistered',
    'consumer',
    'unregisteredconsumer',
    'unregisteredbusiness',
    'businessunregistered',
    'businessnone',
    'unregistereddealer',
    'unregisteredperson',
    'urp',
    'enduser',
  ],
};

const categoryBy = new Map(
  Object.entries(categories).flatMap(([value, names]) => names.map((name) => [name, value])),
);

/** The GST category of a text such as `Registered Regular` or `Unregistered/Consumer`; null for none. */
export function gstCategoryNamed(text: string): string | null {
  return categoryBy.get(lettersOf(text)) ?? null;
}

/** The payment terms of `30`, `30 days`, `Net 30 Days` or `Due on receipt`; null for none. */
export function termsNamed(text: string): string | null {
  const letters = lettersOf(text);
  if (['dueonreceipt', 'cashondelivery', 'immediate'].includes(letters)) return 'cod';
  if (['advance', 'prepayment', 'inadvance'].includes(letters)) return 'prepaid';
  const days = /^(?:net\s?)?(\d{1,3})(?:\s?days?)?$/i.exec(text.trim())?.[1];
  return days !== undefined && ['15', '30', '60'].includes(days) ? `net_${days}` : null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().match(/[a-z]/g)?.join('') ?? '';
}
