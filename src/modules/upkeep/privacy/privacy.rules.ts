import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { type Consent, type ConsentType, consentTypes } from './privacy.fields';

export const privacyRefusals = {
  'privacy.confirmation_mismatch': [400, 'The confirmation text does not match'],
} as const satisfies ErrorTable;

/** The sentence to type before anonymizing (docs/product/privacy.md#anonymizing). */
export const confirmationPhrase = 'I understand this action cannot be undone';

export const confirmationText = 'Please type the confirmation text exactly as shown';

/** Only the exact sentence confirms (docs/product/privacy.md#anonymizing). */
export function isConfirmed(typed: string): Verdict {
  return typed === confirmationPhrase
    ? allowed
    : refused('privacy.confirmation_mismatch', confirmationText);
}

/**
 * The choice in force for each type, in the order of the page; without a record it counts as denied
 * (docs/product/privacy.md#consents).
 */
export function consentsInForce(records: readonly Consent[]): Consent[] {
  return consentTypes.map(
    (consent_type) =>
      records.find((each) => each.consent_type === consent_type) ?? {
        consent_type,
        granted: false,
        timestamp: null,
      },
  );
}

export const consentTexts: Record<ConsentType, { label: string; about: string }> = {
  data_processing: {
    label: 'Data Processing',
    about:
      'Allows your profile and activity to be processed for your work. Business records are kept either way.',
  },
  marketing: {
    label: 'Marketing',
    about: 'Product news by email. This system sends none. Manage work emails under Notifications.',
  },
  analytics: {
    label: 'Analytics',
    about: 'Usage analytics. This system does not run any, whether granted or denied.',
  },
  cookies: {
    label: 'Cookies',
    about:
      'Lets this browser remember your recent searches. The cookies that keep you signed in, and the views and columns that you choose, are needed either way.',
  },
};

/**
 * The storage keys of a person's recent searches and of the records opened from the search in this browser; used only
 * while that person's "Cookies" are granted.
 */
export function recentKeys(user: number): { searches: string; records: string } {
  return { searches: `recent-searches-${user}`, records: `recent-records-${user}` };
}

/** Retention periods as an administrator types them, one `Account: 5 years` per line. */
export function retentionLines(periods: Record<string, string>): string {
  return Object.entries(periods)
    .map(([item, period]) => `${item}: ${period}`)
    .join('\n');
}

/** The periods in such lines; null when any line lacks the name or the period. */
export function parseRetention(lines: string): Record<string, string> | null {
  const pairs = textLines(lines).map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()] as const;
  });
  return pairs.every(([item, period]) => item !== '' && period !== '')
    ? Object.fromEntries(pairs)
    : null;
}

export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Whether a mail, as it is sent, holds any of these words: in clear, as quoted-printable or in base64. */
export function namesAny(mail: string, terms: readonly string[]): boolean {
  const texts = [mail, quotedPrintable(mail), ...base64Blocks(mail)].map((text) =>
    utf8Of(text).toLowerCase(),
  );
  return terms.some((word) => {
    const normalized = word.trim().toLowerCase();
    return normalized !== '' && texts.some((text) => text.includes(normalized));
  });
}

function quotedPrintable(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?[^?]+\?q\?/gi, '')
    .replaceAll(/=\?[^?]+\?q\?([^?]*)\?=/gi, (_whole, word: string) => word.replaceAll('_', ' '))
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function base64Blocks(text: string): string[] {
  const terms = [...text.matchAll(/=\?[^?]+\?b\?([^?]*)\?=/gi)].map(([, word = '']) => word);
  const blocks = text.match(/(?:^[A-Za-z0-9+/]{4,}={0,2}\r?$\n?)+/gm) ?? [];
  return [...terms, terms.join(''), ...blocks].map((block) => {
    const packed = block.replaceAll(/\s/g, '').replace(/={1,2}$/, '');
    if (!/^[A-Za-z0-9+/]*$/.test(packed)) return '';
    // Of an ordinary word that only looks like base64 one character may be too many.
    return atob(packed.length % 4 === 1 ? packed.slice(0, -1) : packed);
  });
}

function utf8Of(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0) & 0xff));
}
