import * as field from './fields';

const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;
const phonePattern = /^[\d+().\s-]{10,}$/;

/** True for one email address; false for a display name or a list of addresses. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}

/**
 * At least 10 characters of digits and `+ ( ) - .` and space, with a digit among them (docs/product/leads.md#fields).
 */
export function isPhone(text: string): boolean {
  return phonePattern.test(text) && /\d/.test(text);
}

/** A web address with a dot in its host; `https://` may be missing (docs/product/leads.md#fields). */
export function isWebsite(text: string): boolean {
  const address = withScheme(text);
  if (/\s/.test(address) || !URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  return username === '' && /^[^.].*\.[^.]+$/.test(hostname);
}

/** Without a scheme, `//` in front of the host would be doubled. */
export function withScheme(text: string): string {
  return /^https?:\/\//i.test(text) ? text : `https://${text.replace(/^[\\/]+/, '')}`;
}

/** The name of a company, a person or a list. */
export const nameOptions = { required: true, min: 2, max: 100, sortable: true } as const;

/** The website of a company, which is kept with its scheme. */
export const websiteField = field.text({
  label: 'Website',
  max: 255,
  inputType: 'url',
  format: isWebsite,
  normalize: withScheme,
  messages: { format: 'Please enter a valid website URL' },
});
