import type { SqlPart } from '~/kit/server/database/db';
import { detailOf, numbered, textOf } from './search-texts.queries';
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

export { detailOf, numbered, textOf };
