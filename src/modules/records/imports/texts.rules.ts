import { shortened } from '~/kit/shared/fields/cut-text';

const longestValue = 200;

/** Short enough to be shown, and to be stored. */
export function clipped(text: string, longest = longestValue): string {
  return storable(shortened(text, longest));
}

// PostgreSQL's JSON accepts neither null bytes nor unpaired surrogates.
const unstorable = new RegExp(
  '\\u0000|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  'g',
);

/** The text with characters that the database cannot store made visible. */
export function storable(text: string): string {
  return text.replaceAll(unstorable, '\ufffd');
}

/** The form of a text in which two texts of a file are compared. */
export function plainText(text: string): string {
  return text.trim().toLowerCase();
}
