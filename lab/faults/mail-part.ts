import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../src/kit/server/testing/test-mail-server';
import { type Figure, printLine } from '../figures';
import type { Query } from './people';
import { type Part, turnsOf } from './plan';
import { breakUnder, type Fault } from './rounds';
import { onStage } from './stage';
import { Wire } from './wire';

/** The mail server down, slow, refusing, silent, and cut off when a mail is on its way. */
export const mailPart: Part = {
  minutes: (plan) => 3 + turnsOf(plan) * 2,
  run: async (plan) => {
    /** What the recipients' addresses are answered with, one after the other. */
    const replyCodes: number[] = [];
    const mails = await startMailServer({}, replyCodes);
    const wire = new Wire({ port: Number(new URL(mails.url).port), host: '127.0.0.1' });
    await wire.accept();
    const environment = { SMTP_URL: `smtp://127.0.0.1:${wire.port}` };
    try {
      return await onStage(environment, async (stage) => [
        await breakUnder({
          what: 'the mail server down, slow, refusing, silent, cut off',
          ...stage,
          mails,
          seed: plan.seed,
          turns: turnsOf(plan),
          faults: faultsOf(wire, replyCodes).map((fault) => ({
            ...fault,
            begin: async () => {
              await fault.begin?.();
              await askForLink(stage.url);
            },
          })),
        }),
        await outcomes(stage.query, mails),
      ]);
    } finally {
      await wire.refuse();
      await mails.close();
    }
  },
};

function faultsOf(wire: Wire, replyCodes: number[]): Fault[] {
  const pass = () => wire.passing({ kind: 'pass' });
  const refusing = (code: number): Fault => ({
    name: `each address refused with ${code}`,
    seconds: 5,
    begin: () => replyCodes.push(...Array.from({ length: 1000 }, () => code)),
    end: () => replyCodes.splice(0),
  });
  let timer: NodeJS.Timeout | undefined;
  return [
    { name: 'down', seconds: 5, begin: () => wire.refuse(), end: () => wire.accept() },
    {
      name: 'each packet 5 s late',
      seconds: 25,
      begin: () => wire.passing({ kind: 'slow', delay: () => 5000 }),
      end: pass,
    },
    refusing(451),
    refusing(550),
    {
      name: 'takes connections and never says a word',
      seconds: 25,
      begin: () => wire.passing({ kind: 'swallow' }),
      end: pass,
    },
    {
      name: 'cut every 20 ms, wherever a mail is',
      seconds: 5,
      begin: () => {
        timer = setInterval(() => wire.cut(), 20);
      },
      end: () => clearInterval(timer),
    },
  ];
}

/** A mail that a job sends, and sends again: of someone who has forgotten the password. */
async function askForLink(url: string): Promise<void> {
  await fetch(`${url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com' }),
  });
}

interface MailRow {
  id: number;
  message_id: string;
  outcome: 'accepted' | 'unknown' | 'refused';
}

/** Every mail has its outcome, and arrived as often as that says: once, or not, or at most once where no one knows. */
export async function outcomes(query: Query, { received }: MailServer): Promise<Figure> {
  const waiting = await drained(query);
  const { rows } = await query<MailRow>(
    `select id, message_id, case when status = 'accepted' then status
       when last_error like 'It is not known%' then 'unknown' else 'refused' end as outcome from mails`,
  );
  const counts = { accepted: 0, refused: 0, unknown: 0, lost: 0, doubled: 0 };
  for (const { id, message_id, outcome } of rows) {
    const times = received.filter(({ messageId }) => messageId?.includes(message_id)).length;
    counts[outcome] += 1;
    if (outcome === 'accepted' && times === 0) counts.lost += 1;
    if (times <= (outcome === 'refused' ? 0 : 1)) continue;
    counts.doubled += 1;
    printLine(`mail ${id} is ${outcome} and arrived ${times} times`);
  }
  const all = Object.entries({ ...counts, 'still waiting': waiting });
  return {
    name: `what became of ${rows.length} mails when their server was back`,
    value: all.map(([what, times]) => `${times} ${what}`).join(', '),
    mark: '0 lost, 0 doubled, none waiting',
    holds: counts.lost + counts.doubled + waiting === 0,
  };
}

/** Waits for the queue to empty, each mail tried as soon as it may be; gives how many it holds at the end. */
async function drained(query: Query): Promise<number> {
  for (let second = 0; ; second += 1) {
    await query(`update mails set next_attempt_at = now() where status = 'queued'`);
    const { rows } = await query<{ count: number }>(
      `select count(*)::int as count from mails where status in ('queued', 'sending')`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0 || second > 150) return count;
    await sleep(1000);
  }
}
