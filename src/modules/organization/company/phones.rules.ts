/**
 * The digits of a typed number in international form, without `+`; null where they cannot be known
 * (docs/product/records.md#contact).
 */
export function internationalDigits(typed: string, countryCode: string): string | null {
  const [, prefix, digits = ''] = /^(\+|00)?(\d*)$/.exec(typed.replaceAll(/[^\d+]/g, '')) ?? [];
  const whole = prefix ? digits : /^0?\d{10}$/.test(digits) ? countryCode + digits.slice(-10) : '';
  return /^[1-9]\d{7,14}$/.test(whole) ? whole : null;
}

/** WhatsApp is on mobile phones, which India numbers from 6 to 9; of other countries that cannot be seen. */
function isMobile(digits: string): boolean {
  return !digits.startsWith('91') || /^91[6-9]\d{9}$/.test(digits);
}

export interface PhoneLinks {
  call: string | null;
  whatsApp: string | null;
}

/** The addresses that call a number and open its chat, with `text` written there; null where that is impossible. */
export function phoneLinks(
  typed: string | null,
  { countryCode, text }: { countryCode: string; text?: string | undefined },
): PhoneLinks {
  const digits = typed === null ? null : internationalDigits(typed, countryCode);
  if (digits === null) return { call: null, whatsApp: null };
  const query = text === undefined ? '' : `?text=${encodeURIComponent(text)}`;
  return {
    call: `tel:+${digits}`,
    whatsApp: isMobile(digits) ? `https://wa.me/${digits}${query}` : null,
  };
}

/** The address of a map that looks for a place; null without one. */
export function mapLink(parts: readonly (string | null)[]): string | null {
  const query = parts.filter(Boolean).join(', ').replaceAll('\n', ', ');
  if (query === '') return null;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
