import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createListCache } from './list-cache';

const tag = 'W/"1"';

async function read(list: Readable): Promise<string> {
  return gunzipSync(await buffer(list)).toString();
}

it('a list is packed once and found again under its statement and tag alone', async () => {
  const lists = createListCache();
  expect(await read(lists.pack(Readable.from([Buffer.from('[1]')]), 'copy a', tag))).toBe('[1]');
  const found = lists.find('copy a', tag);
  expect(found && gunzipSync(found).toString()).toBe('[1]');
  expect(lists.find('copy a', 'W/"2"')).toBeNull();
  expect(lists.find('copy b', tag)).toBeNull();
});

it('one that was not settled, or that broke off, is not kept', async () => {
  const lists = createListCache();
  await read(lists.pack(Readable.from([Buffer.from('[1]')]), 'copy a', null));
  expect(lists.find('copy a', tag)).toBeNull();
  const broken = new Readable({ read: () => undefined });
  const packed = lists.pack(broken, 'copy b', tag);
  broken.push('[1');
  broken.destroy(new Error('the connection was lost'));
  await expect(buffer(packed)).rejects.toThrow('the connection was lost');
  expect(lists.find('copy b', tag)).toBeNull();
});
