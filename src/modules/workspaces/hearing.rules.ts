import type { Change, Whereabouts } from '~/kit/shared/changes';
import { type Kind, kinds, type Holder, kindOfEntity, reachOf } from '~/modules/users/rights.rules';
import { isWalledIn } from './workspaces.rules';

/** All that decides of which changes a connected person hears (docs/product/roles.md#live-changes). */
export interface Hearer extends Holder {
  id: number;
  workspaces: readonly number[];
  workspace_isolation: boolean;
}

const ofAdministrators: readonly string[] = [
  'roles',
  'invitations',
  'maintenance_runs',
  'retention_days',
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

/** Kinds whose records name those of another: who reads them sees the name change. */
const naming: Readonly<Record<string, readonly Kind[]>> = {
  customers: ['orders', 'invoices', 'payments'],
  invoices: ['payments'],
};

interface Announced {
  change: Change;
  at?: readonly Whereabouts[] | undefined;
}

/**
 * What a person is told of a change: the change where they could read the record before or can now; else, of a record
 * that others name which they do read, that these are to be loaded again; else nothing.
 */
export function toldOf(hearer: Hearer, { change, at }: Announced): readonly Change[] {
  if (mayHear(hearer, { change, at })) return [change];
  // Whoever reads only their own would be told of the doings of all others, and hardly ever of a name of theirs.
  return (naming[change.entity] ?? [])
    .filter((kind) => reachOf(hearer, kind) !== 'own' && readsAt(hearer, kind, at))
    .map((entity) => ({ entity, id: null, action: 'updated', version: null }));
}

function mayHear(hearer: Hearer, { change: { entity, id }, at }: Announced): boolean {
  if (hearer.role === 'admin') return true;
  if (ofAdministrators.includes(entity)) return false;
  if (entity === 'workspaces') return id === null || hearer.workspaces.includes(id);
  if (entity === 'workspace_members') return at?.some((each) => isInOwn(hearer, each)) ?? true;
  const kind = kindOfEntity(entity);
  return kind === null || readsAt(hearer, kind, id === null ? undefined : at);
}

/** Whether a person reads a record of a kind at one of these places; without any, whether they read the kind. */
function readsAt(hearer: Hearer, kind: Kind, at: readonly Whereabouts[] | undefined): boolean {
  const reach = reachOf(hearer, kind);
  if (reach === 'none') return false;
  if (!kinds[kind].inWorkspaces || !at) return true;
  const isInside = reach === 'workspace' || isWalledIn(hearer);
  return at.some(
    (each) =>
      (reach !== 'own' || each.owners.includes(hearer.id)) && (!isInside || isInOwn(hearer, each)),
  );
}

function isInOwn({ workspaces }: Hearer, { workspace }: Whereabouts): boolean {
  return workspace !== null && workspaces.includes(workspace);
}
