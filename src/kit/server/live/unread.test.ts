import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendToUser } from '~/kit/server/database/announce';
import { anonymous } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { readingAll } from '~/kit/server/testing/test-live';
import { type Live, startLive } from './live';

let opened: TestDatabase;
let live: Live;
let server: Server;

beforeAll(async () => {
  opened = await createTestDatabase();
  server = createServer();
  live = await startLive({
    server,
    connection: opened.connection,
    db: opened.database.db,
    authenticate: async () => ({ ...anonymous, id: 7, session_id: 70 }),
    reading: readingAll,
    openSessions: async (ids) => [...ids],
    allowOrigin: () => true,
    log: { info: () => undefined, warn: () => undefined },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await live.close();
  server.close();
  await opened.drop();
});

const upgrade = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'host: x',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: AQIDBAUGBwgJCgsMDQ4PEA==',
  '',
  '',
].join('\r\n');

/** The message `40`, which joins, masked with zeros. */
const join = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);

async function connections(): Promise<number> {
  return new Promise((done, fail) =>
    server.getConnections((error, count) => (error ? fail(error) : done(count))),
  );
}

it('drops a socket that takes nothing, instead of keeping its messages', async () => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(upgrade);
  await once(client, 'data');
  client.write(join);
  let joined = '';
  while (!joined.includes('"sid"')) joined += String((await once(client, 'data'))[0]);
  client.pause();
  const padding = 'x'.repeat(7000);
  let count = 0;
  // What the system itself holds for the socket has to be full first.
  while ((await connections()) > 0 && count < 20_000) {
    await inTransaction(opened.database.db, async (trx) => {
      for (let each = 0; each < 250; each += 1)
        await sendToUser(trx, 7, 'import-progress', { count: (count += 1), padding });
    });
    await sleep(20);
  }
  expect(await connections()).toBe(0);
  client.destroy();
});
