import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '~/kit/ui/calls/api';
import { createCellEdits, type Drafts } from './cellEdits';
import type { Column } from '~/kit/ui/columns/tableColumn';

interface Row {
  id: number;
  phone: string;
}

const save = vi.fn<(row: Row, value: unknown) => Promise<void>>();
const column: Column<Row> = {
  key: 'phone',
  title: 'Phone',
  width: 100,
  text: (row) => row.phone,
  edit: {
    field: 'phone',
    kind: 'text',
    value: (row) => row.phone,
    read: (typed) =>
      typed.length < 3
        ? { ok: false, message: 'Please enter a valid phone number' }
        : { ok: true, value: typed },
    check: (each, value) => (value === `0${each.phone}` ? 'That is the same number' : null),
    save,
  },
};
const row: Row = { id: 7, phone: '111' };

let drafts: Drafts<Row>;
const edits = createCellEdits<Row>({
  read: () => drafts,
  write: (changed) => {
    drafts = changed;
  },
  rowId: (each) => each.id,
  onClose: () => {},
});
const draft = () => drafts.get(7)?.cells['phone'];
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  drafts = new Map();
  save.mockReset().mockResolvedValue();
  edits.begin(row, column, { index: 0, openedBy: 'key' });
});

describe('editing a cell', () => {
  it('saves what was typed and closes', async () => {
    edits.type(row, column, '2222');
    expect(edits.commit(row, column)).toBe('saving');
    expect(draft()?.phase).toBe('saving');
    await settled();
    expect(save).toHaveBeenCalledExactlyOnceWith(row, '2222');
    expect(draft()).toBeUndefined();
  });

  it('saves nothing when nothing was changed', () => {
    expect(edits.commit(row, column)).toBe('closed');
    expect(save).not.toHaveBeenCalled();
  });

  it('says what is wrong before saving', () => {
    edits.type(row, column, '2');
    expect(edits.commit(row, column)).toBe('stays');
    expect(draft()).toMatchObject({ typed: '2', error: 'Please enter a valid phone number' });
    expect(save).not.toHaveBeenCalled();
  });

  it('closes unchanged where a dialog asks about the value instead', () => {
    const questions: unknown[] = [];
    const instead = (_row: Row, value: unknown) => {
      questions.push(value);
      return value === 'cancelled';
    };
    const asking = column.edit ? { ...column, edit: { ...column.edit, instead } } : column;
    edits.type(row, column, 'cancelled');
    expect(edits.commit(row, asking)).toBe('closed');
    expect([draft(), questions]).toEqual([undefined, ['cancelled']]);
    expect(save).not.toHaveBeenCalled();
  });

  it('says what is wrong in the light of the record', () => {
    edits.type(row, column, '0111');
    expect(edits.commit(row, column)).toBe('stays');
    expect(draft()?.error).toBe('That is the same number');
    expect(save).not.toHaveBeenCalled();
  });

  it('keeps what was typed when the save fails, and does not try again on leaving', async () => {
    save.mockRejectedValue(new Error('This record was changed by someone else'));
    edits.type(row, column, '2222');
    edits.commit(row, column);
    await settled();
    expect(draft()).toMatchObject({
      typed: '2222',
      phase: 'open',
      error: 'This record was changed by someone else',
    });
    edits.leave(row, column);
    expect(save).toHaveBeenCalledTimes(1);
    edits.cancel(row, column);
    expect(draft()).toBeUndefined();
  });

  it('has words for a failure without words', async () => {
    save.mockRejectedValue(new Error(''));
    edits.type(row, column, '2222');
    edits.commit(row, column);
    await settled();
    expect(draft()?.error).toBe('Failed to save changes');
  });

  it('asks before it overwrites what someone else has typed in the meantime', async () => {
    const theirs = { id: 7, phone: '333' };
    edits.type(theirs, column, '2222');
    expect(edits.commit(theirs, column)).toBe('stays');
    expect(draft()?.error).toContain('“333”');
    edits.commit(theirs, column);
    await settled();
    expect(save).toHaveBeenCalledExactlyOnceWith(theirs, '2222');
  });

  it('says what is there now when the save comes too late, and then saves over it', async () => {
    const theirs = { id: 7, phone: '333' };
    const refusal = { code: 'record.changed', data: theirs } as const;
    save.mockRejectedValueOnce(
      new ApiError(409, 'This record was changed by someone else', refusal),
    );
    edits.type(row, column, '2222');
    edits.commit(row, column);
    await settled();
    const error =
      'Someone else changed this to “333”. Press Enter to keep your value or Escape to keep theirs.';
    expect(draft()).toMatchObject({ typed: '2222', phase: 'open', error });
    expect(edits.commit(theirs, column)).toBe('saving');
    await settled();
    expect(save).toHaveBeenLastCalledWith(theirs, '2222');
    expect(draft()).toBeUndefined();
  });

  it('keeps the editor when asked to, unless it is left in the meantime', async () => {
    edits.type(row, column, '2222');
    edits.commit(row, column, true);
    await settled();
    expect(draft()).toMatchObject({ typed: '2222', start: '2222', phase: 'open' });
    const updated = { ...row, phone: '2222' };
    edits.type(updated, column, '3333');
    edits.commit(updated, column, true);
    edits.leave(updated, column);
    await settled();
    expect(draft()).toBeUndefined();
  });

  it('cannot be cancelled while it is being saved', () => {
    edits.type(row, column, '2222');
    edits.commit(row, column);
    edits.cancel(row, column);
    expect(draft()?.phase).toBe('saving');
  });
});
