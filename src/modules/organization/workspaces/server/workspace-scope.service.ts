import type { Links } from '~/kit/server/audit/history';
import type { Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { newestFirst } from '~/kit/server/lists/window-terms';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import { onlyReads } from '~/kit/shared/access';
import type { Whereabouts } from '~/kit/shared/changes';
import type { LongList } from '~/modules/organization/company/server/long-lists.service';
import { reachOf, rightsOf } from '~/modules/organization/users/rights.rules';
import { readsAt } from '../listeners.rules';
import {
  type Listed,
  newestRecords,
  asLiteral,
  asParameter,
  bothOf,
  isChosen,
  isReadable,
  isReadableAt,
  isReadableOf,
  type Reader,
  workspaceLink,
} from './reach.queries';
import { isWalledIn } from '../workspaces.rules';
import { placementOf } from './whereabouts.service';
import { listWorkspaceIds, listWritable, onlyReadsIn } from './workspaces.queries';
import {
  type Kind,
  type Subject,
  subjectNames,
  subjects,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

export type { Reader };
export { isReadableAt, workspaceLink };

/**
 * For a list of a kind: the SQL condition for a record that the person may read and that is in the chosen workspace, or
 * in any while the whole company is chosen (docs/product/workspaces.md#current-workspace), where `t` is the record and
 * `c` the customer that it follows. `reads` tells the same of a record by where it was. Contains no parameters.
 */
export function listed(
  person: Reader,
  kind: Kind,
): { where: SqlPart; reads: (at: Whereabouts) => boolean } {
  const { current_workspace: chosen } = person;
  return {
    where: bothOf(isChosen(person, kind, asLiteral), isReadable(person, kind, asLiteral)),
    reads: (at) => (chosen === null || at.workspace === chosen) && readsAt(person, kind, [at]),
  };
}

/** A list of the records of a kind, newest first, as far as `listed` permits. */
export function listNewest(person: Reader, kind: Kind, entity: Listed): ListSource {
  const { where, reads } = listed(person, kind);
  return { ...newestRecords(entity, where), newestBy: 'created_at', reads };
}

/** Those that the condition `of`, without parameters, finds for one record, as far as the person reads them, in any workspace. */
export function listNewestOf(
  person: Reader,
  kind: Kind,
  { of, ...entity }: Listed & { of: SqlPart },
): ListSource {
  const { where, reads } = listed({ ...person, current_workspace: null }, kind);
  return { ...newestRecords(entity, where, of), reads };
}

/**
 * For a list of what belongs to one record, in any chosen workspace: the SQL condition that the person may read the
 * record, so that people with other rights have another list of it, and `reads`, the same by where the record was.
 */
export function listedOf(person: Reader, kind: Kind, record: number): ReturnType<typeof listed> {
  return {
    where: isReadableOf(person, kind, record),
    reads: (at) => readsAt(person, kind, [at]),
  };
}

/** Like `listed`, for a statement that may have parameters. */
export function shown(person: Reader, kind: Kind): SqlPart {
  return bothOf(isChosen(person, kind, asParameter), isReadable(person, kind, asParameter));
}

/** The SQL condition for a record that the person may read, regardless of the chosen workspace. */
export function readable(person: Reader, kind: Kind): SqlPart {
  return isReadable(person, kind, asParameter);
}

/** A link to records of a kind, `t` in `from`: their `name` is for those who may read them. */
export function linkTo(kind: Kind, from: SqlPart, name: SqlPart): Links[string] {
  return { from, name, readableBy: (person) => readable(person, kind) };
}

/** The same for rows of any table that are read like a kind, from where they were registered to be. */
export function readableAs(person: Reader, kind: Kind, entity: string): SqlPart {
  return isReadable(person, kind, asParameter, placementOf(entity));
}

/** Of a list of a kind by windows: the records that the person may read, the newest first. */
export function windowsFor(
  person: Reader,
  kind: Kind,
): Pick<WindowedList, 'readable' | 'isForAll' | 'newest'> {
  return {
    readable: listed(person, kind).where,
    isForAll: seesAll(person, kind),
    newest: newestFirst,
  };
}

/** The same with its name and what it is read from; the kinds of records have lists of their names. */
export function kindWindows<Name extends Kind & LongList['name']>(
  person: Reader,
  kind: Name,
  entity: LongList['entity'],
) {
  return {
    ...windowsFor(person, kind),
    name: kind,
    entity,
    source: listNewest(person, kind, entity),
  } satisfies Partial<LongList>;
}

/** Whether a person sees all records of a kind, so that a statement needs no join to tell which. */
export function seesAll(person: Reader, kind: Kind): boolean {
  return person.current_workspace === null && readsAll(person, subjectOfKind(kind));
}

/** Whether a person may read all records of a kind, in whichever workspace they are. */
export function readsAll(person: Reader, subject: Subject): boolean {
  const isWalled = isWalledIn(person) && subjects[subject].workspace !== null;
  return reachOf(person, subject) === 'all' && !isWalled;
}

/** Equal for people who see the same records. */
export function scopeOf(person: Reader): string {
  const readsOwn = subjectNames.some((subject) => reachOf(person, subject) === 'own');
  const { current_workspace, workspaces, workspace_isolation } = person;
  const rights = subjectNames.map((subject) => rightsOf(person)[subject].read);
  const isAdmin = person.role === 'admin';
  return JSON.stringify([
    isAdmin,
    rights,
    readsOwn ? person.id : 0,
    current_workspace,
    workspaces,
    workspace_isolation,
  ]);
}

/**
 * The workspace of a new record: the one that is chosen, or none. Who does not read what belongs to none puts it into
 * the only workspace in which they write; 409 where there are several to choose from (docs/product/workspaces.md#isolation).
 */
export async function workspaceOfNew({ trx, context }: Write, kind: Kind): Promise<number | null> {
  const { person } = context;
  if (person.current_workspace !== null) return person.current_workspace;
  if (!isWalledIn(person) && reachOf(person, subjectOfKind(kind)) !== 'workspace') return null;
  const writable = await listWritable(trx, person);
  const [only, ...others] = writable;
  if (only === undefined && person.workspaces.length > 0) enforce(onlyReads);
  if (only === undefined || others.length > 0) {
    throw new AppError('workspace.choice_needed', 'Choose a workspace for this record');
  }
  return only;
}

/** Whether the person may write in a workspace as of now; each is checked once. */
export function writableIn(write: Write): (workspace: number | null) => Promise<boolean> {
  const verdicts = new Map<number | null, boolean>([[null, true]]);
  return async (workspace) => {
    const may = verdicts.get(workspace) ?? (await mayWriteIn(write, workspace));
    verdicts.set(workspace, may);
    return may;
  };
}

/** Where the person is a viewer, or left as one, they only read, whichever workspace is chosen; administrators always write. */
export async function mayWriteIn(
  { trx, context: { person } }: Write,
  workspace: number | null,
): Promise<boolean> {
  if (workspace === null || person.role === 'admin') return true;
  return !(await onlyReadsIn(trx, person.id, workspace));
}

export async function sampleWorkspaces(
  trx: Transaction,
): Promise<(index: number) => number | null> {
  const ids = await listWorkspaceIds(trx);
  return (index) => (index % 4 === 1 ? (ids[Math.floor(index / 4) % 3] ?? null) : null);
}
