import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Received,
  startReceiver,
} from '../../src/modules/connections/webhooks/server/webhooks.builders';
import { type Figure, printLine } from '../figures';
import { brokenInvariants } from './crew';
import { adminAt, countOf, done, make, type Person, type Query, until, untilNone } from './people';
import type { Plan } from './plan';
import { onStage, postmasterOf } from './stage';

const acts = 1000;
const mostKills = 60;
const mostMs = 180_000;

/** Server and database killed in turns (`kill -9`) while acts are delivered to a webhook. */
export function webhookPart({ rounds }: Plan): Promise<Figure[]> {
  return onStage({ OUTBOUND_NETWORKS: '127.0.0.0/8' }, async ({ product, query, store }) => {
    const receiver = await startReceiver();
    receiver.respond((response) => void setTimeout(() => response.end('ok'), randomInt(40)));
    try {
      const admin = await adminAt(product);
      await make(admin, '/webhooks', { name: 'Killed', url: receiver.url, events: ['*'] });
      const most = Math.min(rounds, mostKills);
      const end = performance.now() + mostMs;
      let kills = 0;
      let during = 0;
      for (; kills < most && performance.now() < end; kills += 1) {
        const writing = Promise.all(
          Array.from({ length: Math.ceil(acts / most) }, () => writeLead(admin).catch(() => null)),
        );
        await sleep(randomInt(1200));
        if (kills % 2 === 0) await product.restart('SIGKILL');
        else process.kill(postmasterOf(product), 'SIGKILL');
        // The database may be on its way down still, or up again.
        if ((await until('the database', () => countPending(query))) > 0) during += 1;
        await writing;
      }
      await until('the server', () => done(writeLead(admin)));
      for (
        let left = acts - (await countOf(query, 'select count(*) from leads'));
        left > 0;
        left -= 1
      )
        await done(writeLead(admin));
      const pending = await untilNone(mostMs / 1000, () => countPending(query));
      const broken = await brokenInvariants(store);
      const { value, holds } = await judge(query, receiver.received);
      return [
        {
          name: `acts of a webhook, server and database killed (kill -9) ${kills} times in turns, ${during} of them while deliveries waited`,
          value: `${value}, ${pending} pending, ${broken} invariants broken`,
          mark: '0 lost, 0 without an act, 0 events of an act already sent, 0 with other bytes, 0 pending',
          holds: holds && pending + broken === 0 && during > 0,
        },
      ];
    } finally {
      await receiver.close();
    }
  });
}

const writeLead = (person: Person) =>
  person.askJson('POST', '/leads', { company_name: 'Shree Castings', contact_person: 'Asha Rao' });

const countPending = (query: Query) =>
  countOf(
    query,
    `select (select count(*) from webhook_queue)
       + (select count(*) from webhook_deliveries where status <> 'delivered')`,
  );

/** Each lead arrived with one event, in any number of copies, and nothing else did. */
async function judge(query: Query, received: readonly Received[]) {
  const { rows } = await query<{ id: number }>('select id from leads');
  const events = new Map(rows.map(({ id }) => [id, new Set<string>()]));
  const bodies = new Map<string, Set<string>>();
  let strange = 0;
  for (const { headers, text, body } of received) {
    const event = String(headers['webhook-id']);
    bodies.set(event, (bodies.get(event) ?? new Set()).add(text));
    const existing = body.type === 'lead.created' ? events.get(Number(body.data['id'])) : undefined;
    if (existing) existing.add(event);
    else strange += 1;
    if (!existing) printLine(`Without an act: ${text.slice(0, 200)}`);
  }
  const each = [...events.values()].map(({ size }) => size);
  const lost = each.filter((size) => size === 0).length;
  const doubled = each.filter((size) => size > 1).length;
  const changed = [...bodies.values()].filter(({ size }) => size > 1).length;
  return {
    value:
      `${rows.length} acts in ${received.length} deliveries, ${received.length - bodies.size} of them repeated; ` +
      `${lost} lost, ${strange} without an act, ${doubled} with two events, ${changed} with other bytes`,
    holds: rows.length >= acts && lost + strange + doubled + changed === 0,
  };
}
