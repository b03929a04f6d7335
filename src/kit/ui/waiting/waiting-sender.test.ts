import { expect, it } from 'vitest';
import { ApiError, NoResponseError } from '~/kit/ui/calls/api';
import { mostWaiting, type NewChange, outcomeOf, type Row } from './waiting-change';
import { WaitingQueue } from './waiting-queue';
import { WaitingSender } from './waiting-sender';

const owner = { installation: 'here', person: 1 };

/** A server outside of the page: two records, with versions, that answers while its line is up. */
class Far {
  readonly rows = new Map<number, Row>([7, 8].map((id) => [id, { id, updated_at: 'v1' }]));
  readonly taken: string[] = [];
  isUp = true;
  losesResponses = false;
  person = owner.person;
  requests = 0;
  #version = 1;

  write(id: number, values: Record<string, unknown>): Row {
    this.#version += 1;
    const row = { ...this.rows.get(id), ...values, id, updated_at: `v${this.#version}` };
    this.rows.set(id, row);
    return row;
  }

  put({ record, field, value, version }: NewChange): Row {
    if (!this.isUp) throw new NoResponseError('No line');
    const row = this.rows.get(record);
    if (!row) throw new ApiError(404, 'Lead not found', { code: 'record.not_found' });
    if (row.updated_at !== version)
      throw new ApiError(409, 'Changed', { code: 'record.changed', data: row });
    this.taken.push(`${record} ${field} ${String(value)}`);
    const written = this.write(record, { [field]: value });
    if (this.losesResponses) throw new NoResponseError('The answer was lost');
    return written;
  }
}

async function start() {
  const far = new Far();
  const shown = new Map<number, Row>();
  const queue = new WaitingQueue({ now: Date.now, notify: () => undefined });
  await queue.open(owner);
  const sender = new WaitingSender(queue, {
    isOwner: async () => {
      far.requests += 1;
      if (!far.isUp) throw new NoResponseError('No line');
      return far.person === owner.person;
    },
    send: async (change) => {
      try {
        return { kind: 'done', row: far.put(change) };
      } catch (error) {
        return outcomeOf(change, error);
      }
    },
    put: (_list, row) => void shown.set(row.id, row),
    alone: (work) => work(),
  });
  const edit = (record: number, field: string, value: string) => {
    const row = far.rows.get(record);
    queue.add({
      list: '/leads',
      record,
      field,
      value,
      base: row?.[field],
      version: row?.updated_at ?? 'v1',
      call: `/leads/${record}`,
      name: 'A lead',
      words: { field, from: '', to: value, shape: { kind: 'text' } },
      tried: [],
    });
  };
  return { far, queue, sender, edit, shown };
}

it('sends waiting changes in order, and shows the saved records', async () => {
  const { far, queue, sender, edit, shown } = await start();
  edit(7, 'phone', 'a');
  edit(8, 'phone', 'b');
  edit(7, 'email', 'c');
  edit(7, 'phone', 'd');
  sender.poke();
  await expect.poll(() => queue.all()).toEqual([]);
  expect(far.taken).toEqual(['7 phone d', '8 phone b', '7 email c']);
  expect(shown.get(7)).toMatchObject({ phone: 'd', email: 'c' });
});

it('keeps everything while there is no line, and sends it on its own once there is one', async () => {
  const { far, queue, sender, edit } = await start();
  far.isUp = false;
  edit(7, 'phone', 'a');
  sender.poke();
  sender.soon();
  expect(queue.all()).toHaveLength(1);
  far.isUp = true;
  await expect.poll(() => far.taken).toEqual(['7 phone a']);
});

it('a call that was taken and not answered is done, not a conflict', async () => {
  const { far, queue, sender, edit } = await start();
  far.losesResponses = true;
  edit(7, 'phone', 'a');
  sender.poke();
  await expect.poll(() => queue.all()[0]?.tried).toEqual(['a']);
  edit(7, 'phone', 'b');
  far.losesResponses = false;
  sender.poke();
  await expect.poll(() => queue.all()).toEqual([]);
  expect(far.rows.get(7)).toMatchObject({ phone: 'b' });
});

it('what others changed of the record stays, and a conflict waits for a decision while others continue', async () => {
  const { far, queue, sender, edit } = await start();
  edit(7, 'phone', 'mine');
  edit(8, 'phone', 'mine');
  far.write(7, { phone: 'theirs' });
  far.write(8, { email: 'theirs' });
  sender.poke();
  await expect.poll(() => far.rows.get(8)).toMatchObject({ phone: 'mine', email: 'theirs' });
  const [conflict] = queue.all();
  expect(conflict?.stuck).toMatchObject({ kind: 'conflict', theirs: 'theirs' });
  expect(far.rows.get(7)).toMatchObject({ phone: 'theirs' });
  if (conflict?.stuck?.kind !== 'conflict') throw new Error('There is no conflict');
  const { theirs: base, version } = conflict.stuck;
  queue.replace({ ...conflict, base, version, stuck: null });
  sender.poke();
  await expect.poll(() => far.rows.get(7)).toMatchObject({ phone: 'mine' });
});

it('a refusal stays with its sentence, and the others continue', async () => {
  const { far, queue, sender, edit } = await start();
  edit(7, 'phone', 'a');
  edit(8, 'phone', 'b');
  far.rows.delete(7);
  sender.poke();
  await expect.poll(() => far.taken).toEqual(['8 phone b']);
  await expect
    .poll(() => queue.all().map(({ stuck: blocked }) => blocked?.kind))
    .toEqual(['refused']);
});

it('sends nothing as another person, who does not see it either', async () => {
  const { far, queue, sender, edit } = await start();
  edit(7, 'phone', 'a');
  far.person = 2;
  sender.poke();
  await expect.poll(() => far.requests).toBe(1);
  sender.stop();
  await queue.open({ ...owner, person: 2 });
  expect(queue.all()).toEqual([]);
  expect(far.taken).toEqual([]);
});

it('refuses more than a thousand, and keeps changing those that wait', async () => {
  const { queue, edit } = await start();
  for (let record = 1; record <= mostWaiting; record += 1) edit(record, 'phone', 'a');
  expect(() => edit(mostWaiting + 1, 'phone', 'a')).toThrow('1000 changes are already waiting');
  edit(1, 'phone', 'b');
  expect(queue.all()).toHaveLength(mostWaiting);
});
