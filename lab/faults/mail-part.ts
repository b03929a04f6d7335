import { type MailServer, startMailServer } from '../../src/kit/server/testing/test-mail-server';
import { type Figure, printLine } from '../figures';
import { countOf, personAt, type Query, untilNone } from './people';
import { type Plan, turnsOf } from './plan';
import { breakUnder, type Fault } from './rounds';
import { onStage } from './stage';
import { Wire } from './wire';

/** The mail server down, slow, refusing, silent, and cut off when a mail is on its way. */
export async function mailPart(plan: Plan): Promise<Figure[]> {
  /** What the recipients' addresses are answered with, one after the other. */
  const replyCodes: number[] = [];
  const mails = await startMailServer({}, replyCodes);
  const wire = new Wire({ port: Number(new URL(mails.url).port), host: '127.0.0.1' });
  await wire.accept();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${wire.port}` };
  const what = 'the mail server down, slow, refusing, silent, cut off';
  try {
    return await onStage(environment, async (stage) => {
      const faults = faultsOf(wire, replyCodes);
      const during = () => askForLink(stage.url);
      return [
        await breakUnder({ what, ...stage, mails, turns: turnsOf(plan), faults, during }),
        await outcomes(stage.query, mails),
      ];
    });
  } finally {
    await Promise.all([wire.refuse(), mails.close()]);
  }
}

function faultsOf(wire: Wire, replyCodes: number[]): Fault[] {
  const refusing = (code: number): Fault => ({
    name: `each address refused with ${code}`,
    seconds: 5,
    begin: () => replyCodes.push(...Array.from({ length: 1000 }, () => code)),
    end: () => replyCodes.splice(0),
  });
  return [
    { name: 'down', seconds: 5, ...wire.refusing() },
    { name: 'each packet 5 s late', seconds: 25, ...wire.late(() => 5000) },
    refusing(451),
    refusing(550),
    { name: 'takes connections and never says a word', seconds: 25, ...wire.silent() },
    { name: 'cut every 20 ms, wherever a mail is', seconds: 5, ...wire.cutting(20) },
  ];
}

/** A mail that a job sends, and sends again: of someone who has forgotten the password. */
async function askForLink(url: string): Promise<void> {
  const email = 'admin@example.com';
  await personAt(url, null).askJson('POST', '/auth/forgot-password', { email });
}

/** Every mail has its outcome, and arrived as often as that says: once, or not, or at most once where no one knows. */
export async function outcomes(query: Query, { received }: MailServer): Promise<Figure> {
  const waiting = await untilNone(150, async () => {
    await query(`update mails set next_attempt_at = now() where status = 'queued'`);
    return countOf(query, `select count(*) from mails where status in ('queued', 'sending')`);
  });
  type Outcome = 'accepted' | 'unknown' | 'refused';
  const { rows } = await query<{ id: number; message_id: string; outcome: Outcome }>(
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
