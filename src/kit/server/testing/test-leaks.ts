import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/** Forms in which a word may lie somewhere: as it is, in hexadecimal, or within base64, wherever it begins there. */
function formsOf(word: string): { plain: string; coded: string[] } {
  const spellings = [word, word.toLowerCase(), word.toUpperCase()];
  const coded = spellings.flatMap((spelling) =>
    [0, 1, 2].map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(spelling)]).toString('base64');
      // The first and the last characters also hold bits of the text around it.
      return text.slice(shift === 0 ? 0 : shift + 1, -4);
    }),
  );
  return { plain: word.toLowerCase(), coded };
}

function searchFor(terms: readonly string[]): (content: Buffer) => string | null {
  const forms = terms.map(formsOf);
  return (content) => {
    const text = content.toString('latin1');
    const lower = text.toLowerCase();
    for (const { plain, coded } of forms) {
      const hex = Buffer.from(plain).toString('hex');
      if (lower.includes(plain) || lower.includes(hex)) return plain;
      if (coded.some((each) => text.includes(each))) return plain;
    }
    return null;
  };
}

/**
 * Where the database still holds any of the words: in every column of every table and any type, in either case, also as
 * base64 or hexadecimal. `table.column: word`, once each.
 */
export async function leaksInDatabase(
  pool: Pick<pg.Pool, 'query'>,
  terms: readonly string[],
): Promise<string[]> {
  const columns = await pool.query<{ column: string; name: string; is_binary: boolean }>(
    `select c.oid::regclass::text as "column", quote_ident(a.attname) as name, atttypid = 'bytea'::regtype as is_binary
     from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
     join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p', 'm', 'f') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
     order by 1, attnum`,
  );
  const search = searchFor(terms);
  const found = new Set<string>();
  for (const { column, name, is_binary } of columns.rows) {
    const read = is_binary ? name : `convert_to(${name}::text, 'UTF8')`;
    const { rows } = await pool.query<{ value: Buffer }>(
      `select ${read} as value from ${column} where ${name} is not null`,
    );
    for (const { value } of rows) {
      const word = search(value);
      if (word !== null) found.add(`${column}.${name}: ${word}`);
    }
  }
  return [...found];
}

/** Which files below a folder hold any of the words, in their name or their bytes; `exempt` are folders that are left out. */
export async function leaksInFolder(
  folder: string,
  terms: readonly string[],
  exempt: readonly string[] = [],
): Promise<string[]> {
  const search = searchFor(terms);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found: string[] = [];
  for (const entry of entries) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || exempt.some((each) => name.startsWith(`${each}${path.sep}`))) continue;
    const word = search(Buffer.from(name)) ?? search(await readFile(path.join(folder, name)));
    if (word !== null) found.push(`${name}: ${word}`);
  }
  return found;
}
