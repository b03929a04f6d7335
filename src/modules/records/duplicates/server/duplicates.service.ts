import type { Context } from '~/kit/server/database/context';
import { enforce } from '~/kit/server/errors';
import { may } from '~/modules/organization/users/rights.rules';
import type { DuplicateRecords, LikelyDuplicate, LikelyQuery } from '../duplicates.fields';
import { groupsOf, reasonNames, reasons } from '../duplicates.rules';
import {
  type DuplicateSource,
  findLikely,
  findMatches,
  listDuplicateRecords,
} from './duplicates.queries';
import { type MergeKindName } from '~/modules/organization/kinds/kinds.rules';

const sources = new Map<MergeKindName, DuplicateSource>();

/** Says how the records of a kind are compared; called by src/app/modules.ts through each module. */
export function registerDuplicates(kind: MergeKindName, source: DuplicateSource): void {
  sources.set(kind, source);
}

const mostGroups = 200;

/**
 * The readable records of a kind that are likely the same, in groups, those with the newest record first; at most two
 * hundred groups (docs/product/duplicates.md#what-counts). 403 without the right to read the kind.
 */
export async function listDuplicates(
  { db, person }: Context,
  kind: MergeKindName,
): Promise<DuplicateRecords[]> {
  enforce(may(person, `${kind}.read`));
  const source = sourceOf(kind);
  const groups = groupsOf(await findMatches(db, source, person)).slice(0, mostGroups);
  const all = groups.flatMap(({ ids }) => ids);
  const records = new Map(
    (await listDuplicateRecords(db, source, all)).map((record) => [record.id, record]),
  );
  return groups
    .map(({ why, ids }) => ({
      why: why.map((reason) => reasons[reason]),
      records: ids.flatMap((id) => records.get(id) ?? []),
    }))
    .filter((group) => group.records.length > 1);
}

/** The readable records that what is being typed is likely a duplicate of, the surest first. */
export async function likelyDuplicates(
  { db, person }: Context,
  { type, except, ...typed }: LikelyQuery,
): Promise<LikelyDuplicate[]> {
  enforce(may(person, `${type}.read`));
  const query = { person, typed, except: Number(except ?? 0) };
  const found = await findLikely(db, sourceOf(type), query);
  const ids = [...new Set(reasonNames.flatMap((name) => idsBy(found, name)))];
  return ids.slice(0, mostLikely).flatMap((id) => {
    const own = found.filter((each) => each.id === id);
    const [first] = own;
    if (!first) return [];
    const { label, detail } = first;
    return [{ id, label, detail, why: [...new Set(own.map(({ reason }) => reasons[reason]))] }];
  });
}

const mostLikely = 5;

function idsBy(found: readonly { id: number; reason: string }[], name: string): number[] {
  return found.filter(({ reason }) => reason === name).map(({ id }) => id);
}

function sourceOf(kind: MergeKindName): DuplicateSource {
  const source = sources.get(kind);
  if (!source) throw new Error(`No duplicate search is registered for ${kind}`);
  return source;
}
