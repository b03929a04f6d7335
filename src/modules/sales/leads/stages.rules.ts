import { counted } from '~/kit/shared/money/numbers';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { StageSum } from './stage-sums.fields';
import type { Stage } from './stages.fields';

type Ordered = Pick<Stage, 'id' | 'stage_order'>;

/** The leads in a stage; converted ones cannot leave it. */
export interface Held {
  leads: number;
  converted: number;
}

export function heldIn(sums: readonly StageSum[], stageId: number): Held {
  const { leads = 0, converted = 0 } = sums.find(({ id }) => id === stageId) ?? {};
  return { leads, converted };
}

/** The stage that already has this name, ignoring case; null when the name is free. */
export function namesake<S extends Pick<Stage, 'id' | 'stage_name'>>(
  stages: readonly S[],
  name: string,
  ownId?: number,
): S | null {
  const normalized = name.trim().toLowerCase();
  return (
    stages.find((each) => each.id !== ownId && each.stage_name.toLowerCase() === normalized) ?? null
  );
}

/** Names are unique, ignoring case. */
export function canTakeName(
  stages: readonly Pick<Stage, 'id' | 'stage_name'>[],
  name: string | undefined,
  ownId?: number,
): Verdict {
  const duplicate = name === undefined ? null : namesake(stages, name, ownId);
  if (!duplicate) return allowed;
  return refused('stage.name_taken', `There is already a stage called ${duplicate.stage_name}`);
}

/** A stage with leads cannot be deactivated, nor can the last active one (docs/product/pipeline.md#stages). */
export function canSwitchOff(
  stage: Pick<Stage, 'id' | 'stage_name' | 'is_active'>,
  stages: readonly Pick<Stage, 'id' | 'is_active'>[],
  held: Held,
): Verdict {
  if (!stage.is_active) return allowed;
  if (held.leads > 0) return refused('stage.in_use', heldMessage(stage.stage_name, held));
  if (stages.some((each) => each.is_active && each.id !== stage.id)) return allowed;
  return refused(
    'stage.last_active',
    `${stage.stage_name} is the last active stage and cannot be deactivated`,
  );
}

function heldMessage(name: string, { leads, converted }: Held): string {
  const count = counted(leads, 'lead');
  const holds = `${name} has ${count} and cannot be deactivated`;
  if (converted === 0)
    return `${holds}. Move ${leads === 1 ? 'it' : 'them'} to another stage first.`;
  if (converted === leads) return `${holds}: converted leads cannot be moved.`;
  return `${holds}: ${converted} of them ${converted === 1 ? 'is converted and stays' : 'are converted and stay'} there.`;
}

/** Orders run from 1 to the number of stages without duplicates. */
export function canStandAt(order: number | undefined, count: number): Verdict {
  if (order === undefined || (order >= 1 && order <= count)) return allowed;
  return refused('stage.position_out_of_range', `The order must be between 1 and ${count}`);
}

/** The changed orders when stage `id` moves to `order` and the others are renumbered; `id` may be a new stage. */
export function ordersAfter(
  stages: readonly Ordered[],
  id: number,
  order: number,
): ReadonlyMap<number, number> {
  const inOrder = [...stages].sort((a, b) => a.stage_order - b.stage_order || a.id - b.id);
  const ids = inOrder.map((each) => each.id).filter((each) => each !== id);
  ids.splice(order - 1, 0, id);
  const before = new Map(stages.map((each) => [each.id, each.stage_order]));
  const after = ids.map((each, index): [number, number] => [each, index + 1]);
  return new Map(after.filter(([each, position]) => before.get(each) !== position));
}
