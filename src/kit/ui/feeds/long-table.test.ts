import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LongList } from './long-list';
import { LongStandIn } from './long-stand-in';
import { LongTable } from './long-table';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startTable(count: number) {
  const server = new LongStandIn(count);
  const list = new LongList('/bolts', server.calls);
  const table = new LongTable(list);
  const close = table.open();
  const now = () => table.snapshot();
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => now().at(from + at)?.name);
  return { server, list, table, close, now, names };
}

const rest = (ms = 2000) => vi.advanceTimersByTimeAsync(ms);

describe('a list too long to be loaded whole', () => {
  it('shows its first rows after one call, and then asks for those below', async () => {
    const { server, table, now, names } = startTable(9000);
    table.show('');
    expect(now().state).toBe('loading');
    await rest();
    expect(now()).toMatchObject({ state: 'ready', length: 9000 });
    expect(names(0, 3)).toEqual(['Bolt 1', 'Bolt 2', 'Bolt 3']);
    expect(server.requests).toEqual([' 0', '41-100']);
  });

  it('asks for what comes into view, and not for what was scrolled past', async () => {
    const { server, table, now, names } = startTable(9000);
    table.show('');
    await rest();
    server.requests.length = 0;
    for (const from of [2500, 4500, 6500, 8900]) now().want(from, from + 30);
    expect(now().at(8900)).toBeUndefined();
    await rest();
    expect(names(8900, 8902)).toEqual(['Bolt 8901', 'Bolt 8902']);
    expect(server.requests).toEqual([' 2000', ' 8000', '8901-8900']);
  });

  it('keeps what it shows until what is searched for is there, and asks once for what was typed', async () => {
    const { server, table, now, names } = startTable(9000);
    table.show('');
    await rest();
    server.requests.length = 0;
    table.show('Bolt 8');
    await rest(50);
    table.show('Bolt 87');
    await rest(50);
    expect(names(0, 1)).toEqual(['Bolt 1']);
    await rest();
    expect(now()).toMatchObject({ query: 'Bolt 87', length: 111 });
    expect(names(0, 2)).toEqual(['Bolt 87', 'Bolt 870']);
    expect(server.requests[0]).toBe('Bolt 87 0');
  });

  it('shows the first of many that it finds, and then asks for the rest', async () => {
    const { server, table, now } = startTable(9000);
    table.show('');
    await rest();
    server.requests.length = 0;
    server.counts = false;
    table.show('Bolt 1');
    await rest(95);
    expect(now()).toMatchObject({ query: 'Bolt 1', length: 100 });
    await rest();
    expect(now().length).toBe(1111);
    expect(now().indexOf(1999, 0)).toBe(1110);
    expect(server.requests.filter((request) => request === 'Bolt 1 0')).toHaveLength(3);
  });

  it('shows that nothing was found', async () => {
    const { server, table, now } = startTable(300);
    table.show('');
    await rest();
    server.requests.length = 0;
    table.show('Nut');
    await rest();
    expect(now()).toMatchObject({ state: 'ready', query: 'Nut', length: 0 });
    expect(server.requests).toEqual(['Nut 0']);
  });

  it('shows rows before they are counted', async () => {
    const { server, table, now } = startTable(9000);
    server.counts = false;
    table.show('');
    await rest(25);
    expect(now()).toMatchObject({ state: 'ready', length: 2000 });
    await rest();
    expect(now().length).toBe(9000);
  });

  it('asks again for what is in view, at most once a second, however much changes', async () => {
    const { server, list, table, names } = startTable(9000);
    table.show('');
    await rest();
    server.requests.length = 0;
    for (let count = 0; count < 30; count++) {
      server.write(2, `Nut ${count}`);
      list.changed();
      await rest(100);
    }
    await rest();
    expect(names(1, 2)).toEqual(['Nut 29']);
    expect(server.requests.filter((request) => request === ' 0').length).toBeLessThanOrEqual(4);
  });

  it('does not go back to what was before one wrote', async () => {
    const { server, list, table, names } = startTable(300);
    table.show('');
    await rest();
    server.delayMs = 400;
    list.changed();
    await rest(100);
    list.put(server.write(2, 'Mine'));
    await rest(700);
    expect(names(1, 2)).toEqual(['Mine']);
  });

  it('closes up at once when a record is deleted', async () => {
    const { server, list, table, now, names } = startTable(300);
    table.show('');
    await rest();
    server.rows.delete(1);
    list.remove(1);
    expect(now().length).toBe(299);
    expect(names(0, 1)).toEqual(['Bolt 2']);
    await rest();
    expect(now().length).toBe(299);
  });

  it('says when it cannot be loaded, and loads when the server is back', async () => {
    const { server, table, now } = startTable(300);
    server.isDown = true;
    table.show('');
    await rest(500);
    expect(now().state).toBe('failed');
    server.isDown = false;
    now().retry();
    await rest();
    expect(now()).toMatchObject({ state: 'ready', length: 300 });
  });

  it('shows no rows of the search before where the next one fails, and tries again at once when typed on', async () => {
    const { server, table, now, names } = startTable(9000);
    table.show('');
    await rest();
    server.isDown = true;
    table.show('Bolt 8');
    await rest(200);
    expect(now()).toMatchObject({ state: 'failed', length: 0 });
    await rest(20_000);
    expect(now()).toMatchObject({ state: 'failed', length: 0 });
    server.isDown = false;
    table.show('Bolt 87');
    await rest(200);
    expect(now()).toMatchObject({ state: 'ready', query: 'Bolt 87', length: 111 });
    expect(names(0, 1)).toEqual(['Bolt 87']);
  });

  it('says when rows in view cannot be loaded, and loads them at once by Retry', async () => {
    const { server, table, now, names } = startTable(9000);
    table.show('');
    await rest();
    server.isDown = true;
    now().want(1500, 1530);
    expect(now().lacksRows).toBe(false);
    await rest(500);
    expect(now()).toMatchObject({ state: 'ready', length: 9000, lacksRows: true });
    now().want(0, 30);
    expect(now().lacksRows).toBe(false);
    now().want(8900, 8930);
    await rest(60_000);
    expect(now()).toMatchObject({ state: 'ready', lacksRows: true });
    server.isDown = false;
    now().retry();
    expect(now().lacksRows).toBe(false);
    await rest(200);
    expect(names(8900, 8901)).toEqual(['Bolt 8901']);
    expect(now().lacksRows).toBe(false);
  });

  it('keeps its rows where only their next reading fails', async () => {
    const { server, list, table, now } = startTable(300);
    table.show('');
    await rest();
    server.isDown = true;
    list.changed();
    await rest(5000);
    expect(now()).toMatchObject({ state: 'ready', length: 300 });
  });

  it('keeps at most 20,000 rows', async () => {
    const { list, table, now } = startTable(40_000);
    table.show('');
    await rest();
    for (let from = 0; from < 30_000; from += 100) {
      now().want(from, from + 100);
      await rest(150);
    }
    expect(list.rows().length).toBeLessThanOrEqual(20_000);
    expect(list.rows().length).toBeGreaterThan(15_000);
  });

  it('asks for nothing once no one looks', async () => {
    const { server, list, table, close } = startTable(300);
    table.show('');
    await rest();
    close();
    server.requests.length = 0;
    list.changed();
    await rest();
    expect(server.requests).toEqual([]);
  });
});
