import type { ErrorTable } from '~/kit/shared/error-codes';

export const leadSourceRefusals = {
  'lead_source.too_many': [409, 'There are 100 lead sources'],
  'lead_source.type_fixed': [409, 'The type of a lead source cannot change'],
  'lead_source.address_refused': [400, 'The address is none that may be called'],
  'lead_source.closed': [404, 'The address of the form or hook is unknown, replaced or turned off'],
  'lead_source.not_pulled': [409, 'The lead source is not of type pull, or it is turned off'],
  'lead_source.pull_failed': [502, 'The portal did not answer with leads; the message says why'],
  'arrival.has_record': [409, 'The arrival has already become a lead or a note'],
  'form.check_failed': [400, 'The solution of the challenge is missing, wrong, used or late'],
} as const satisfies ErrorTable;

export const mostSources = 100;
export const mostItems = 100;

/** Who gets the next lead: the active person whose last turn is longest ago; null without one. */
export function nextTurn(
  assignTo: readonly number[],
  { turns, active }: { turns: readonly number[]; active: readonly number[] },
): number | null {
  const able = assignTo.filter((id) => active.includes(id));
  // -1 of those who had none.
  const [next] = able.toSorted((a, b) => turns.indexOf(a) - turns.indexOf(b));
  return next ?? null;
}

/** An instant as a portal wants it: `iso`, `unix`, or a pattern such as `DD-MMM-YYYY HH:mm:ss` in the company's time zone. */
export function writtenInstant(at: Date, format: string, timeZone: string): string {
  if (format === 'iso') return at.toISOString();
  if (format === 'unix') return String(Math.floor(at.getTime() / 1000));
  const options = { timeZone, hourCycle: 'h23', minute: '2-digit', second: '2-digit' } as const;
  const day = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en', { ...options, ...day }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const month = new Intl.DateTimeFormat('en', { timeZone, month: 'short' }).format(at);
  const values: Readonly<Record<string, string>> = {
    YYYY: part('year'),
    MMM: month,
    MM: part('month'),
    DD: part('day'),
    HH: part('hour'),
    mm: part('minute').padStart(2, '0'),
    ss: part('second').padStart(2, '0'),
  };
  return format.replaceAll(/YYYY|MMM|MM|DD|HH|mm|ss/g, (token) => values[token] ?? token);
}

/** The address of a pull, with the period that it asks for. */
export function pulledAddress(url: string, period: { since: string; until: string }): string {
  return url
    .replaceAll('{since}', encodeURIComponent(period.since))
    .replaceAll('{until}', encodeURIComponent(period.until));
}
