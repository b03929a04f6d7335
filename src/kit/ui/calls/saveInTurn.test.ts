import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api';
import { saveInTurn } from './saveInTurn';
import { recordIn } from './saveMerged';

interface Row {
  id: number;
  updated_at: string;
  phone: string;
  city: string;
}

const row: Row = { id: 7, updated_at: 'v1', phone: '1', city: 'Pune' };
const put = vi.fn<(newer: Row) => void>();
const change = { row, patch: { phone: '2' }, put };

beforeEach(() => put.mockReset());

function overtakenBy(data: Row): ApiError {
  return new ApiError(409, 'Changed', { code: 'record.changed', data });
}

/** A save that is answered by `respond` or `refuse`. */
function heldSave() {
  const seen: object[] = [];
  let respond: (version: string) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const send = (body: object & { updated_at: string }) => {
    seen.push(body);
    return new Promise<Row>((resolve, reject) => {
      respond = (version) => resolve({ ...row, ...body, updated_at: version });
      refuse = reject;
    });
  };
  return {
    seen,
    send,
    versions: () => seen.map((body) => ({ updated_at: '', ...body }).updated_at),
    respond: (version: string) => respond(version),
    refuse: (error = new Error('No')) => refuse(error),
  };
}

describe('changes of one record', () => {
  it('are saved at once on the version that was read', async () => {
    const only = heldSave();
    const saved = saveInTurn('lead', change, only.send);
    await expect.poll(() => only.seen).toEqual([{ phone: '2', updated_at: 'v1' }]);
    only.respond('v2');
    expect(await saved).toMatchObject({ id: 7, updated_at: 'v2' });
  });

  it('wait for the save before, and continue from what that gave', async () => {
    const [first, second] = [heldSave(), heldSave()];
    const other = { row, patch: { city: 'Goa' }, put };
    const saves = [saveInTurn('lead', change, first.send), saveInTurn('lead', other, second.send)];
    await expect.poll(first.versions).toEqual(['v1']);
    expect(second.seen).toEqual([]);
    first.respond('v2');
    await expect.poll(() => second.seen).toEqual([{ city: 'Goa', updated_at: 'v2' }]);
    second.respond('v3');
    await Promise.all(saves);
  });

  it('continue from what was read when the save before was refused', async () => {
    const [first, second] = [heldSave(), heldSave()];
    const refused = saveInTurn('lead', change, first.send);
    const saved = saveInTurn('lead', change, second.send);
    await expect.poll(first.versions).toEqual(['v1']);
    first.refuse();
    await expect(refused).rejects.toThrow('No');
    await expect.poll(second.versions).toEqual(['v1']);
    second.respond('v2');
    await saved;
  });

  it('let other records and kinds go their way', async () => {
    const saves = [heldSave(), heldSave(), heldSave()] as const;
    const [one, two, three] = saves;
    const other = { row: { ...row, id: 8 }, patch: {}, put };
    const all = [
      saveInTurn('lead', change, one.send),
      saveInTurn('lead', other, two.send),
      saveInTurn('order', change, three.send),
    ];
    await expect.poll(() => saves.map(({ seen }) => seen.length)).toEqual([1, 1, 1]);
    for (const { respond } of saves) respond('v2');
    await Promise.all(all);
  });
});

describe('a change that someone else was quicker than', () => {
  it('is sent again on their version where they changed other fields, as often as that happens', async () => {
    const only = heldSave();
    const saved = saveInTurn('lead', change, only.send);
    await expect.poll(only.versions).toEqual(['v1']);
    only.refuse(overtakenBy({ ...row, city: 'Goa', updated_at: 'v2' }));
    await expect.poll(only.versions).toEqual(['v1', 'v2']);
    only.refuse(overtakenBy({ ...row, city: 'Nashik', updated_at: 'v3' }));
    await expect.poll(only.versions).toEqual(['v1', 'v2', 'v3']);
    only.respond('v4');
    expect((await saved).updated_at).toBe('v4');
    expect(only.seen.at(-1)).toEqual({ phone: '2', updated_at: 'v3' });
  });

  it('is refused with their record where they changed the same field', async () => {
    const only = heldSave();
    const saved = saveInTurn('lead', change, only.send).catch((error: unknown) => error);
    await expect.poll(only.versions).toEqual(['v1']);
    const theirs = { ...row, phone: '3', updated_at: 'v2' };
    only.refuse(overtakenBy(theirs));
    expect(recordIn(await saved, row)).toEqual(theirs);
    expect(only.versions()).toEqual(['v1']);
    expect(put).toHaveBeenCalledExactlyOnceWith(theirs);
  });

  it('overwrites nothing that came with the save before it', async () => {
    const theirs = { ...row, phone: '3', city: 'Goa', updated_at: 'v3' };
    const second = heldSave();
    const before = saveInTurn('lead', { row, patch: { city: 'Goa' }, put }, async () => theirs);
    const saved = saveInTurn('lead', change, second.send).catch((error: unknown) => error);
    await before;
    expect(recordIn(await saved, row)).toEqual(theirs);
    expect(second.seen).toEqual([]);
  });

  it('is given up when others are always quicker', async () => {
    let version = 1;
    const send = async () => {
      version += 1;
      throw overtakenBy({ ...row, updated_at: `v${version}` });
    };
    await expect(saveInTurn('lead', change, send)).rejects.toThrow('Changed');
    expect(version).toBe(6);
  });

  it('goes no further on another refusal', async () => {
    const send = async () => {
      throw new ApiError(409, 'Converted', { code: 'record.referenced', data: row });
    };
    await expect(saveInTurn('lead', change, send)).rejects.toThrow('Converted');
  });
});
