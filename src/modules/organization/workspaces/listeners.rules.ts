import type { Change, Whereabouts } from '~/kit/shared/changes';
import { type Holder, reachOf } from '~/modules/organization/users/rights.rules';
import { isWalledIn } from './workspaces.rules';
import {
  type Kind,
  kinds,
  kindOfEntity,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';

/** All that decides of which changes a connected person hears (docs/product/roles.md#live-changes). */
export interface Listener extends Holder {
  id: number;
  workspaces: readonly number[];
  workspace_isolation: boolean;
}

const ofAdministrators: readonly string[] = [
  'roles',
  'invitations',
  'api_keys',
  'maintenance_runs',
  'retention_days',
  'user_visits',
];

const ofReading: readonly string[] = [
  'users',
  'roles',
  'workspaces',
  'workspace_members',
  'settings',
  '*',
];

export function concernsReading({ entity }: Change): boolean {
  return ofReading.includes(entity);
}

interface Announced {
  change: Change;
  at?: readonly Whereabouts[] | undefined;
}

/** Whether a person is informed of a change: who could read the record before it, or can now. */
export function isInformed(listener: Listener, { change: { entity, id }, at }: Announced): boolean {
  if (listener.role === 'admin') return true;
  if (ofAdministrators.includes(entity)) return false;
  if (entity === 'workspaces') return id === null || listener.workspaces.includes(id);
  if (entity === 'workspace_members') return at?.some((each) => isInOwn(listener, each)) ?? true;
  const kind = kindOfEntity(entity);
  return kind === null || readsAt(listener, kind, id === null ? undefined : at);
}

/** Whether a person reads a record of a kind at one of these places; without any, whether they read the kind. */
export function readsAt(
  listener: Listener,
  kind: Kind,
  at: readonly Whereabouts[] | undefined,
): boolean {
  const reach = reachOf(listener, subjectOfKind(kind));
  if (reach === 'none') return false;
  if (kinds[kind].workspace === null || !at) return true;
  const isInside = reach === 'workspace' || isWalledIn(listener);
  return at.some(
    (each) =>
      (reach !== 'own' || each.owners.includes(listener.id)) &&
      (!isInside || isInOwn(listener, each)),
  );
}

function isInOwn({ workspaces }: Listener, { workspace }: Whereabouts): boolean {
  return workspace !== null && workspaces.includes(workspace);
}
