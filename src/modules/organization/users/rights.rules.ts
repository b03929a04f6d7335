import { onlyReads, type Right, type Rights } from '~/kit/shared/access';
import {
  type Action,
  type Kind,
  kindNames,
  kinds,
  lists,
} from '~/modules/organization/kinds/kinds.rules';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';

/** Which records of a kind a person reads, from most to least (docs/product/roles.md#reading). */
export const reaches = [
  { value: 'all', label: 'All' },
  { value: 'workspace', label: 'Own workspaces' },
  { value: 'own', label: 'Own' },
  { value: 'none', label: 'None' },
] as const;

export type Reach = (typeof reaches)[number]['value'];

export const actions: Readonly<Record<Action, { label: string; verb: string }>> = {
  create: { label: 'create', verb: 'create' },
  update: { label: 'change', verb: 'change' },
  delete: { label: 'delete', verb: 'delete' },
  export: { label: 'export', verb: 'export' },
  issue: { label: 'issue', verb: 'issue' },
  refund: { label: 'refund', verb: 'refund' },
};

type RightsOf<K extends Kind> = { read: Reach } & Record<
  (typeof kinds)[K]['actions'][number],
  boolean
>;
type RightsByKind = { [K in Kind]: RightsOf<K> };

declare module '~/kit/shared/access' {
  interface Rights extends RightsByKind {}
}

export type RightsPatch = { [K in Kind]?: Partial<RightsOf<K>> | undefined };

/** Who asks, as far as rights go; `rights` is null for administrators and for users without a role. */
export interface Holder {
  role: 'admin' | 'user';
  rights: Rights | null;
}

export interface Worker extends Holder {
  workspace_role: 'owner' | 'manager' | 'member' | 'viewer' | null;
}

const rightsWith = (read: Reach, isPermitted: boolean): Rights =>
  Object.fromEntries(
    kindNames.map((kind) => [
      kind,
      { read, ...Object.fromEntries(kinds[kind].actions.map((each) => [each, isPermitted])) },
    ]),
  ) as unknown as Rights;

/** What administrators may do, and users to whom no role was given (docs/product/roles.md#ready-made-roles). */
export const everything = rightsWith('all', true);

export const nothing = rightsWith('none', false);

export function rightsOf({ role, rights }: Holder): Rights {
  return role === 'admin' || rights === null ? everything : rights;
}

/** The rights with those of the patch in their place (docs/product/roles.md#calls). */
export function mergeRights(before: Rights, patch: RightsPatch): Rights {
  return Object.fromEntries(
    // The keys in their own order: the database keeps another.
    kindNames.map((kind) => [kind, { ...nothing[kind], ...before[kind], ...patch[kind] }]),
  ) as unknown as Rights;
}

/** Which records of a kind a person reads at most; what belongs to no workspace and to no one is read whole or not. */
export function reachOf(holder: Holder, kind: Kind): Reach {
  const { read } = rightsOf(holder)[kind];
  if (kinds[kind].workspace !== null || read === 'none') return read;
  return read === 'own' ? 'none' : 'all';
}

/** Whether the second rights permit, or let read, anything that the first do not. */
export function isWider(before: Rights, after: Rights): boolean {
  const rank = (reach: Reach) => reaches.findIndex(({ value }) => value === reach);
  return kindNames.some((kind) => {
    const [had, has]: Partial<Record<Action, boolean>>[] = [before[kind], after[kind]];
    const isPermitted = kinds[kind].actions.some((each) => has?.[each] && !had?.[each]);
    return isPermitted || rank(after[kind].read) < rank(before[kind].read);
  });
}

export function kindOf(right: Right): Kind {
  return right.split('.')[0] as Kind;
}

function actionOf(right: Right): Action | 'read' {
  return right.split('.')[1] as Action | 'read';
}

/**
 * Whether a person's role permits something (docs/product/roles.md#rights). Who does not read a kind may at most make
 * new records of it.
 */
export function may(holder: Holder, right: Right): Verdict {
  const [kind, action] = [kindOf(right), actionOf(right)];
  const isSeen = reachOf(holder, kind) !== 'none';
  const label = lists[kind].plural.toLowerCase();
  if (action === 'read') return isSeen ? allowed : missing(`see ${label}`);
  const own: Partial<Record<Action, boolean>> = rightsOf(holder)[kind];
  const isPermitted = own[action] === true && (isSeen || action === 'create');
  return isPermitted ? allowed : missing(`${actions[action].verb} ${label}`);
}

function missing(deed: string): Verdict {
  return refused('auth.right_missing', `Your role does not allow you to ${deed}`);
}

const reading: readonly (Action | 'read')[] = ['read', 'export'];

/** Like `may`, in the workspace that is chosen: a viewer there only reads (docs/product/workspaces.md#viewers). */
export function mayHere(worker: Worker, right: Right): Verdict {
  const verdict = may(worker, right);
  if (!verdict.ok || reading.includes(actionOf(right))) return verdict;
  const isViewer = worker.workspace_role === 'viewer' && kinds[kindOf(right)].workspace !== null;
  return isViewer ? onlyReads : allowed;
}

/** The first refusal of several rights that are needed together. */
export function mayHereAll(worker: Worker, rights: readonly Right[]): Verdict {
  const verdicts = rights.map((right) => mayHere(worker, right));
  return verdicts.find(({ ok }) => !ok) ?? allowed;
}
