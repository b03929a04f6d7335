import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import type { Trace, TraceNode } from './trace.fields';

/** A document that moved goods of a lot, or made those of one lot into those of another. */
export interface TraceStep {
  /** The lot that is followed. */
  from: number;
  /** The lot that it leads to: the same one, where the goods stay what they are. */
  to: number;
  kind: string;
  id: number;
  number: string;
  date: Day | null;
  quantity: number;
  party: { type: 'customer' | 'vendor'; id: number; name: string } | null;
  /** Whether the person may read the document. */
  isRead: boolean;
}

/** A step at its place in the tree: the position of the one before it, from 0. */
export type TracedStep = TraceStep & { depth: number; parent: number | null };

const mostLevels = 20;
const mostNodes = 5000;

/** Follows a lot level by level, each lot once (docs/product/lots.md#trace). `read` gives the steps from lots. */
export async function followLot(
  lot: number,
  read: (lots: readonly number[]) => Promise<readonly TraceStep[]>,
): Promise<{ steps: TracedStep[]; isPartial: boolean }> {
  const steps: TracedStep[] = [];
  const followed = new Set([lot]);
  let level: { lot: number; parent: number | null }[] = [{ lot, parent: null }];
  for (let depth = 1; level.length > 0; depth += 1) {
    const found = await read(level.map((each) => each.lot));
    if (found.length > 0 && depth > mostLevels) return { steps, isPartial: true };
    const byLot = new Map<number, TraceStep[]>(level.map((each) => [each.lot, []]));
    for (const step of found) byLot.get(step.from)?.push(step);
    const next: typeof level = [];
    for (const { lot: from, parent } of level)
      for (const step of byLot.get(from) ?? []) {
        if (steps.length === mostNodes) return { steps, isPartial: true };
        if (!followed.has(step.to)) next.push({ lot: step.to, parent: steps.length });
        followed.add(step.to);
        steps.push({ ...step, depth, parent });
      }
    level = next;
  }
  return { steps, isPartial: false };
}

/** What a trace shows of a lot. */
export type TracedLot = Pick<
  TraceNode,
  'product_id' | 'product_name' | 'lot_id' | 'lot_number' | 'unit'
>;

/** The step as the person may read it. */
export function nodeOf(step: TracedStep, lot: TracedLot): TraceNode {
  const { depth, parent, kind, id, number, date, quantity, party, isRead } = step;
  return {
    depth,
    parent,
    kind,
    id: isRead ? id : null,
    number: isRead ? number : null,
    date,
    ...lot,
    quantity,
    party_id: isRead ? (party?.id ?? null) : null,
    party_name: isRead ? (party?.name ?? null) : null,
  };
}

/** Who got the goods, by name; last those that the person may not read. */
export function customersOf(steps: readonly TraceStep[]): Trace['customers'] {
  return partiesOf(steps, 'customer').map(({ id, name, quantity, documents }) => ({
    customer_id: id,
    name,
    quantity,
    documents,
  }));
}

/** Whom the goods came from, as far as the person may read it. */
export function vendorsOf(steps: readonly TraceStep[]): Trace['vendors'] {
  return partiesOf(steps, 'vendor').flatMap(({ id, name, documents }) =>
    id === null || name === null ? [] : [{ vendor_id: id, name, documents }],
  );
}

interface Party {
  id: number | null;
  name: string | null;
  quantity: number;
  documents: string[];
}

function partiesOf(steps: readonly TraceStep[], type: 'customer' | 'vendor'): Party[] {
  const parties = new Map<number | null, Party>();
  for (const { party, isRead, quantity, number } of steps) {
    if (party?.type !== type) continue;
    const id = isRead ? party.id : null;
    const own = parties.get(id) ?? {
      id,
      name: isRead ? party.name : null,
      quantity: 0,
      documents: [],
    };
    own.quantity = sumOfQuantities([own.quantity, quantity]);
    if (isRead && !own.documents.includes(number)) own.documents.push(number);
    parties.set(id, own);
  }
  return [...parties.values()].toSorted(
    (one, other) =>
      Number(one.id === null) - Number(other.id === null) ||
      (one.name ?? '').localeCompare(other.name ?? '', 'en'),
  );
}
