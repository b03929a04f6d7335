import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { allLists, type Kind, type RecordType } from '~/modules/organization/kinds/kinds.rules';

/** How records of a type are found by Ctrl+K (docs/product/search.md#what-is-found); the record is `t` in all SQL. */
export interface SearchSource {
  type: RecordType;
  /** Whose rights decide; null for what administrators alone find. */
  kind: Kind | null;
  from: SqlPart;
  /** Joins the customer `c` whom the record follows. */
  follows?: SqlPart;
  label: SqlPart;
  detail: SqlPart;
  /** All that is searched of a record, folded, one part a line. */
  text: SqlPart;
  /** Where `text` is this alone: it has an index of its own. */
  number?: SqlPart;
  /** What an index has instead: all of `text`, and more. */
  indexed?: SqlPart;
  /** What an index that is no search's finds of those that are it, and of those that begin with it. */
  isWhole?: (whole: SqlPart) => SqlPart;
  isBeginning?: (beginning: SqlPart) => SqlPart;
}

const sources = new Map<RecordType, SearchSource>();

/** Called by src/app/modules.ts through each module. */
export function registerSearch(source: SearchSource): void {
  sources.set(source.type, source);
}

/** In the order of the menu. */
export function searchSources(): SearchSource[] {
  return allLists.flatMap(({ type }) => sources.get(type) ?? []);
}

/** The parts of a record's `detail`, where there are any. */
export function detailOf(...parts: SqlPart[]): SqlPart {
  return sql`nullif(concat_ws(' · ', ${sql.join(parts)}), '')`;
}

/** The parts of a record's `text`: closed by a line's end, so that it is known what a part is whole. */
export function textOf(...parts: SqlPart[]): SqlPart {
  const texts = parts.map((part) => sql`coalesce(${part}, '')`);
  return sql`folded(E'\n' || ${sql.join(texts, sql` || E'\n' || `)} || E'\n')`;
}

/** For what is found by its number alone. */
export function numbered(number: SqlPart): Pick<SearchSource, 'label' | 'number' | 'text'> {
  return { label: number, number, text: textOf(number) };
}
