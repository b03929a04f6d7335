import type { Lead } from './leads.fields';

/** Words of other programs for the status of a lead, by their letters. */
const statuses = namesOf<Lead['status']>({
  new: 'active',
  open: 'active',
  created: 'active',
  notcontacted: 'active',
  opennotcontacted: 'active',
  contacted: 'contacted',
  attemptedtocontact: 'contacted',
  workingcontacted: 'contacted',
  working: 'contacted',
  inprogress: 'contacted',
  connected: 'contacted',
  contactinfuture: 'contacted',
  replied: 'contacted',
  prequalified: 'qualified',
  opendeal: 'qualified',
  opportunity: 'qualified',
  lostlead: 'lost',
  junklead: 'lost',
  junk: 'lost',
  unqualified: 'lost',
  notqualified: 'lost',
  closednotconverted: 'lost',
  lostquotation: 'lost',
  donotcontact: 'inactive',
});

/** Words of other programs for the source of a lead, by their letters. */
const sources = namesOf<NonNullable<Lead['lead_source']>>({
  web: 'website',
  webform: 'website',
  websiteform: 'website',
  onlinestore: 'website',
  organicsearch: 'website',
  directtraffic: 'website',
  webdownload: 'website',
  webresearch: 'website',
  exhibition: 'trade_show',
  tradefair: 'trade_show',
  fair: 'trade_show',
  expo: 'trade_show',
  event: 'trade_show',
  conference: 'trade_show',
  seminartradeshow: 'trade_show',
  referrals: 'referral',
  partnerreferral: 'referral',
  externalreferral: 'referral',
  employeereferral: 'referral',
  customerreferral: 'referral',
  existingcustomer: 'referral',
  wordofmouth: 'referral',
  coldcall: 'cold_outreach',
  coldcalling: 'cold_outreach',
  coldemail: 'cold_outreach',
  outbound: 'cold_outreach',
});

/** The status of a text such as `Attempted to Contact`; null for none. */
export function statusNamed(text: string): string | null {
  return statuses.get(lettersOf(text)) ?? null;
}

/** The source of a text such as `Cold Call`; null for none. */
export function sourceNamed(text: string): string | null {
  return sources.get(lettersOf(text)) ?? null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().match(/[a-z]/g)?.join('') ?? '';
}

/** No words of JavaScript itself, such as "constructor", as an object would have. */
function namesOf<T>(names: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(names));
}
