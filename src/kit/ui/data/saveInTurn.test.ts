import { expect, it } from 'vitest';
import { saveInTurn, type Versioned } from './saveInTurn';

const row: Versioned = { id: 7, updated_at: 'v1' };

/** A save that is answered when it is told to be. */
function heldSave() {
  const seen: string[] = [];
  let answer: (version: string) => void = () => undefined;
  let refuse: () => void = () => undefined;
  const save = (updated_at: string) => {
    seen.push(updated_at);
    return new Promise<Versioned>((resolve, reject) => {
      answer = (version) => resolve({ id: 7, updated_at: version });
      refuse = () => reject(new Error('No'));
    });
  };
  return { seen, save, answer: (version: string) => answer(version), refuse: () => refuse() };
}

it('saves at once on the version that was read', async () => {
  const only = heldSave();
  const saved = saveInTurn('lead', row, only.save);
  await expect.poll(() => only.seen).toEqual(['v1']);
  only.answer('v2');
  expect(await saved).toEqual({ id: 7, updated_at: 'v2' });
});

it('waits for the save before, and goes on from what that gave', async () => {
  const [first, second] = [heldSave(), heldSave()];
  const saves = [saveInTurn('lead', row, first.save), saveInTurn('lead', row, second.save)];
  await expect.poll(() => first.seen).toEqual(['v1']);
  expect(second.seen).toEqual([]);
  first.answer('v2');
  await expect.poll(() => second.seen).toEqual(['v2']);
  second.answer('v3');
  await Promise.all(saves);
});

it('goes on from what was read when the save before was refused', async () => {
  const [first, second] = [heldSave(), heldSave()];
  const refused = saveInTurn('lead', row, first.save);
  const saved = saveInTurn('lead', row, second.save);
  await expect.poll(() => first.seen).toEqual(['v1']);
  first.refuse();
  await expect(refused).rejects.toThrow('No');
  await expect.poll(() => second.seen).toEqual(['v1']);
  second.answer('v2');
  await saved;
});

it('lets other records and kinds go their way', async () => {
  const saves = [heldSave(), heldSave(), heldSave()];
  const [one, two, three] = saves;
  const all = [
    saveInTurn('lead', row, one?.save ?? (async () => row)),
    saveInTurn('lead', { ...row, id: 8 }, two?.save ?? (async () => row)),
    saveInTurn('order', row, three?.save ?? (async () => row)),
  ];
  await expect.poll(() => saves.map(({ seen }) => seen.length)).toEqual([1, 1, 1]);
  for (const { answer } of saves) answer('v2');
  await Promise.all(all);
});
