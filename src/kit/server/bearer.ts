import type { IncomingMessage } from 'node:http';

/**
 * What `Authorization: Bearer` contains; null without it. Two such headers are one text, which is not a key: Node would read the
 * first, and a proxy perhaps the other.
 */
export function bearerOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const sent = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization',
  );
  if (!sent.some((each) => /^bearer(?: |$)/i.test(each))) return null;
  return sent.join(',').replace(/^bearer */i, '');
}
