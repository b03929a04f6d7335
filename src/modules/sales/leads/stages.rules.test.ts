import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stageSums } from './pipeline.rules';
import { canStandAt, canSwitchOff, canTakeName, heldIn, ordersAfter } from './stages.rules';

const stages = [
  { id: 11, stage_name: 'New', stage_order: 1, is_active: true },
  { id: 12, stage_name: 'Offer', stage_order: 2, is_active: false },
  { id: 13, stage_name: 'Won', stage_order: 3, is_active: true },
] as const;
const [fresh, offer, won] = stages;
const unused = { leads: 0, converted: 0 };

describe('the order of the stages', () => {
  it('stays a permutation of 1 to n after any move of an existing or new stage', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (ids, which, where) => {
          const list = ids.map((id, index) => ({ id, stage_order: index + 1 }));
          const isNew = which % 3 === 0;
          const id = isNew ? -1 : (ids[which % ids.length] ?? -1);
          const count = ids.length + (isNew ? 1 : 0);
          const order = (where % count) + 1;
          const changed = ordersAfter(list, id, order);
          const after = new Map(list.map((each) => [each.id, each.stage_order]));
          for (const [each, position] of changed) after.set(each, position);
          expect([...after.values()].sort((a, b) => a - b)).toEqual(
            Array.from({ length: count }, (_, index) => index + 1),
          );
          expect(after.get(id)).toBe(order);
          const others = list.map((each) => each.id).filter((each) => each !== id);
          const placed = others.toSorted((a, b) => (after.get(a) ?? 0) - (after.get(b) ?? 0));
          expect(placed).toEqual(others);
        },
      ),
    );
  });

  it('changes nothing when a stage goes where it is', () => {
    expect(ordersAfter(stages, 12, 2).size).toBe(0);
  });

  it('runs from 1 to the number of stages', () => {
    expect([0, 1, 3, 4, undefined].map((order) => canStandAt(order, 3).ok)).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('a name', () => {
  it.each([
    ['Trial', undefined, true],
    ['new', undefined, false],
    [' WON ', undefined, false],
    ['NEW', 11, true],
    ['New', 12, false],
    [undefined, 12, true],
  ])('%s for stage %s is free: %s', (name, ownId, free) => {
    expect(canTakeName(stages, name, ownId).ok).toBe(free);
  });
});

describe('switching a stage off', () => {
  it('is allowed while it is empty and another one is active', () => {
    expect(canSwitchOff(fresh, stages, unused)).toEqual({ ok: true });
    expect(canSwitchOff(offer, stages, unused)).toEqual({ ok: true });
  });

  it.each([
    [{ leads: 1, converted: 0 }, /has 1 lead .* Move it to another stage first\.$/],
    [{ leads: 12, converted: 0 }, /has 12 leads .* Move them to another stage first\.$/],
    [{ leads: 2, converted: 2 }, /has 2 leads .*: converted leads cannot be moved\.$/],
    [{ leads: 3, converted: 1 }, /has 3 leads .*: 1 of them is converted and stays there\.$/],
    [{ leads: 5, converted: 2 }, /has 5 leads .*: 2 of them are converted and stay there\.$/],
  ])('is refused while it holds %j', (held, message) => {
    expect(canSwitchOff(won, stages, held)).toMatchObject({
      ok: false,
      code: 'stage.in_use',
      message: expect.stringMatching(message),
    });
  });

  it('is refused for the last active one', () => {
    const remaining = [{ ...fresh, is_active: false }, offer, won];
    expect(canSwitchOff(won, remaining, unused)).toMatchObject({
      ok: false,
      message: 'Won is the last active stage and cannot be deactivated',
    });
  });

  it('counts the leads in it, and the converted ones among them', () => {
    const leads = [
      { current_stage_id: 13, status: 'active' as const, annual_revenue: 10 },
      { current_stage_id: 13, status: 'converted' as const, annual_revenue: null },
      { current_stage_id: 11, status: 'converted' as const, annual_revenue: null },
      { current_stage_id: null, status: 'active' as const, annual_revenue: 5 },
    ];
    const sums = stageSums(leads);
    expect(heldIn(sums, 13)).toEqual({ leads: 2, converted: 1 });
    expect(heldIn(sums, 12)).toEqual(unused);
  });
});
