import { createHash } from 'node:crypto';

export interface Cursor {
  /** The digest of the database and of the list's statement, which names whose list it is. */
  origin: string;
  /** What the list's reading saw, as the database writes it: `xmin:xmax:xip,xip`. */
  snapshot: string;
}

const written = /^([\w-]{22})\.(\d{1,19})-(\d{1,19})-((?:\d{1,19}_)*\d{1,19})?$/;

/** The digest by which a cursor is known to be of this list and of this database. */
export function originOf(database: string, statement: string): string {
  const digest = createHash('sha256').update(`${database}\n${statement}`).digest('base64url');
  return digest.slice(0, 22);
}

/** The text in `List-Cursor`, `since` and `ETag`: it needs no escaping in any of them. */
export function cursorText({ origin, snapshot }: Cursor): string {
  return `${origin}.${snapshot.replaceAll(':', '-').replaceAll(',', '_')}`;
}

/** Null for a text that no cursor has. The database refuses a snapshot that is none. */
export function parseCursor(text: string): Cursor | null {
  const [, origin, xmin, xmax, running = ''] = written.exec(text) ?? [];
  if (origin === undefined || xmin === undefined || xmax === undefined) return null;
  return { origin, snapshot: `${xmin}:${xmax}:${running.replaceAll('_', ',')}` };
}
