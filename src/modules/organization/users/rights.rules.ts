import { onlyReads, type Right, type Rights } from '~/kit/shared/access';
import {
  type Action,
  type Subject,
  subjectLabel,
  subjectNames,
  subjects,
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
  exceed_credit: { label: 'exceed credit limits', verb: 'exceed credit limits by' },
  write_off: { label: 'write off', verb: 'write off' },
  approve: { label: 'approve', verb: 'approve' },
};

type RightsOf<S extends Subject> = { read: Reach } & Record<
  (typeof subjects)[S]['actions'][number],
  boolean
>;
type RightsBySubject = { [S in Subject]: RightsOf<S> };

/** The rights to one subject, whichever it is. */
export type SubjectRights = { read: Reach } & Partial<Record<Action, boolean>>;

declare module '~/kit/shared/access' {
  interface Rights extends RightsBySubject {}
}

export type RightsPatch = { [S in Subject]?: Partial<RightsOf<S>> | undefined };

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
    subjectNames.map((subject) => [
      subject,
      { read, ...Object.fromEntries(subjects[subject].actions.map((each) => [each, isPermitted])) },
    ]),
  ) as unknown as Rights;

/** What administrators may do, and users to whom no role was given (docs/product/roles.md#ready-made-roles). */
export const everything = rightsWith('all', true);

export const nothing = rightsWith('none', false);

/** The rights of a new role where its request omits them: reports show only records that its users read. */
export const atFirst: Rights = { ...nothing, reports: { read: 'all' } };

export function rightsOf({ role, rights }: Holder): Rights {
  return role === 'admin' || rights === null ? everything : rights;
}

/** The rights with those of the patch in their place (docs/product/roles.md#calls). */
export function mergeRights(before: Rights, patch: RightsPatch): Rights {
  return Object.fromEntries(
    // The keys in their own order: the database keeps another.
    subjectNames.map((each) => [each, { ...nothing[each], ...before[each], ...patch[each] }]),
  ) as unknown as Rights;
}

/** Which records of a kind a person reads at most; what belongs to no workspace and to no one is read whole or not. */
export function reachOf(holder: Holder, subject: Subject): Reach {
  const { read } = rightsOf(holder)[subject];
  if (subjects[subject].workspace !== null || read === 'none') return read;
  return read === 'own' ? 'none' : 'all';
}

/** Whether the second rights permit, or let read, anything that the first do not. */
export function isWider(before: Rights, after: Rights): boolean {
  const rank = (reach: Reach) => reaches.findIndex(({ value }) => value === reach);
  return subjectNames.some((subject) => {
    const had: SubjectRights = before[subject];
    const has: SubjectRights = after[subject];
    const isPermitted = subjects[subject].actions.some((each) => has[each] && !had[each]);
    return isPermitted || rank(has.read) < rank(had.read);
  });
}

export function subjectOf(right: Right): Subject {
  return right.split('.')[0] as Subject;
}

function actionOf(right: Right): Action | 'read' {
  return right.split('.')[1] as Action | 'read';
}

/**
 * Whether a person's role permits something (docs/product/roles.md#rights). Who does not read a kind may at most make
 * new records of it.
 */
export function may(holder: Holder, right: Right): Verdict {
  const [subject, action] = [subjectOf(right), actionOf(right)];
  const isSeen = reachOf(holder, subject) !== 'none';
  const label = subjectLabel(subject).toLowerCase();
  if (action === 'read') return isSeen ? allowed : missing(`see ${label}`);
  const own: SubjectRights = rightsOf(holder)[subject];
  const isPermitted = own[action] === true && (isSeen || action === 'create');
  return isPermitted ? allowed : missing(`${actions[action].verb} ${label}`);
}

function missing(verb: string): Verdict {
  return refused('auth.right_missing', `Your role does not allow you to ${verb}`);
}

const reading: readonly (Action | 'read')[] = ['read', 'export'];

/** Like `may`, in the workspace that is chosen: a viewer there only reads (docs/product/workspaces.md#viewers). */
export function mayHere(worker: Worker, right: Right): Verdict {
  const verdict = may(worker, right);
  if (!verdict.ok || reading.includes(actionOf(right))) return verdict;
  const isViewer =
    worker.workspace_role === 'viewer' && subjects[subjectOf(right)].workspace !== null;
  return isViewer ? onlyReads : allowed;
}

/** The first refusal of several rights that are needed together. */
export function mayHereAll(worker: Worker, rights: readonly Right[]): Verdict {
  const verdicts = rights.map((right) => mayHere(worker, right));
  return verdicts.find(({ ok }) => !ok) ?? allowed;
}
