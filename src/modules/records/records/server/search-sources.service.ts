import type { SqlPart } from '~/kit/server/database/db';
import { detailOf, numbered, textOf } from './records.queries';
import {
  allLists,
  type Kind,
  lists,
  type RecordType,
} from '~/modules/organization/kinds/kinds.rules';

/** How Ctrl+K finds records of a type (docs/product/search.md#what-is-found); the record is `t` in all SQL. */
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
  /** The only column of `text`, where there is one: it has a separate index. */
  number?: SqlPart;
  /** The expressions of the search index, which contain all of `text`. */
  indexed?: readonly SqlPart[];
  /** Conditions that another index can answer, for records equal to the search, and for those that begin with it. */
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

/** How the records of a kind are read and called. */
export function sourceOfKind(kind: Kind): SearchSource {
  const source = sources.get(lists[kind].type);
  if (!source) throw new Error(`No search is registered for ${kind}`);
  return source;
}

export { detailOf, numbered, textOf };
