import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isEmail } from '~/kit/shared/fields/contact';
import type { Database, Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid, notFound } from '~/kit/server/errors';
import type { Job } from '~/kit/server/jobs/jobs';
import type { Attachment, Delivery, MailTransport, OutgoingMail } from './mail-message';

/** A mail to be queued. */
export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: Attachment[];
  /**
   * What may be mailed only once, such as `invoice:12:reminder:2026-11-21`: a second mail of this
   * key is not made.
   */
  key?: string;
}

/** What became of a mail so far; `error` is a sentence for a person. */
export interface MailOutcome {
  status: 'accepted' | 'failed' | 'queued';
  error?: string;
}

/** The one failure after which the mail may have arrived all the same. */
export const unknownOutcome = 'It is not known whether this mail was delivered';

/**
 * Minutes until the next try; after as many tries as there are gaps and one, the mail has failed.
 */
const delays = [1, 5, 15, 60, 240];

// Longer than a try can take: such a row belongs to a copy that died, not to one that is at work.
const abandonedAfter = 2 * 60_000;

const parallel = 4;
const turnLimit = 20_000;

/**
 * Puts a mail into the caller's transaction, to be sent once that is committed, and gives its id.
 * 400 for anything but one address, or for a line break where a header could be smuggled in.
 */
export async function queueMail(trx: Transaction, mail: Mail, now: Date): Promise<number> {
  if (!isEmail(mail.to) || mail.to.length > 254 || hasControls(mail.to)) {
    throw invalid('to', 'The recipient must be one e-mail address');
  }
  if (hasControls(mail.subject)) throw invalid('subject', 'The subject must be one line');
  const attachments = (mail.attachments ?? []).map(({ filename, contentType, content }) => {
    if (hasControls(filename) || hasControls(contentType)) {
      throw invalid('attachments', 'The name of an attachment must be one line');
    }
    return { filename, contentType, content: content.toString('base64') };
  });
  const queued = await sql<{ id: number }>`insert into mails
    (recipient, subject, body, html, attachments, key, next_attempt_at, created_at, updated_at)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html ?? null},
      ${JSON.stringify(attachments)}::jsonb, ${mail.key ?? null}, ${now}, ${now}, ${now})
    on conflict (key) do nothing returning id`.execute(trx);
  const id = queued.rows[0]?.id;
  if (id !== undefined) return id;
  const earlier = await sql<{
    id: number;
  }>`select id from mails where key = ${mail.key ?? ''}`.execute(trx);
  return earlier.rows[0]?.id ?? 0;
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Sends what is due, a few mails at a time. Nudge it as `mail` after a commit that queued one. */
export function mailJob({ transport }: { transport: MailTransport }): Job {
  return {
    name: 'mail',
    // Somebody may be waiting for the link in it.
    everySeconds: 5,
    run: (database, now) => sendDue(database, transport, now),
  };
}

async function sendDue(database: Database, transport: MailTransport, now: Date): Promise<void> {
  const began = performance.now();
  const at = () => new Date(now.getTime() + performance.now() - began);
  await failAbandoned(database.db, at());
  // Most turns find nothing: one connection learns that as well as several.
  const first = await claimDue(database.db, at());
  if (!first) return;
  let over = false;
  const claimNext = async (): Promise<ClaimedMail | null> =>
    over || performance.now() - began > turnLimit ? null : claimDue(database.db, at());
  const work = async (claimed: ClaimedMail | null): Promise<void> => {
    for (let mail = claimed; mail; mail = await claimNext()) {
      const delivery = await deliver(transport, mail);
      // The other mails keep their tries for a server that is there.
      if (delivery.outcome === 'postponed' && delivery.away) over = true;
      await settle(database.db, mail, delivery, at());
    }
  };
  const others = Array.from({ length: parallel - 1 }, async () => work(await claimNext()));
  const results = await Promise.allSettled([work(first), ...others]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * One try for one mail, for a service that has to know the outcome; call it after the commit that
 * queued the mail. A try already under way elsewhere is waited for. `queued`: postponed, and tried
 * again by the job. 404 without such a mail.
 */
export async function deliverMail(
  database: Database,
  id: number,
  transport: MailTransport,
  now: Date,
): Promise<MailOutcome> {
  const mail = await claim(database.db, sql`id = ${id} and status = 'queued'`, now);
  if (mail) return settle(database.db, mail, await deliver(transport, mail), now);
  await failAbandoned(database.db, now);
  const until = performance.now() + abandonedAfter / 4;
  for (;;) {
    const outcome = await findOutcome(database.db, id);
    if (outcome) return outcome;
    if (performance.now() > until) return { status: 'failed', error: unknownOutcome };
    await sleep(100);
  }
}

/**
 * Takes back a mail that waits for another try, for a service that will not wait with it; gives what the mail came to, or
 * null while a try is under way.
 */
export async function withdrawMail(db: Db, id: number, now: Date): Promise<MailOutcome | null> {
  await sql`update mails set status = 'failed', updated_at = ${now}, ${emptied}
    where id = ${id} and status = 'queued'`.execute(db);
  return findOutcome(db, id);
}

/** Null while a try is under way. */
async function findOutcome(db: Db, id: number): Promise<MailOutcome | null> {
  const found = await sql<{ status: MailOutcome['status'] | 'sending'; last_error: string | null }>`
    select status, last_error from mails where id = ${id}`.execute(db);
  const row = found.rows[0];
  if (!row) throw notFound('Mail');
  if (row.status === 'sending') return null;
  return row.last_error === null
    ? { status: row.status }
    : { status: row.status, error: row.last_error };
}

interface ClaimedMail extends OutgoingMail {
  attempts: number;
}

function claimDue(db: Db, now: Date): Promise<ClaimedMail | null> {
  const due = sql`select id from mails where status = 'queued' and next_attempt_at <= ${now}
    order by next_attempt_at, id limit 1 for update skip locked`;
  return claim(db, sql`id = (${due})`, now);
}

interface MailRow {
  id: number;
  message_id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  attachments: { filename: string; contentType: string; content: string }[];
  attempts: number;
}

/**
 * Marks the mail as `sending`, committed before anybody is spoken to: whoever gets the row sends
 * it, nobody else does.
 */
async function claim(db: Db, where: RawBuilder<unknown>, now: Date): Promise<ClaimedMail | null> {
  const claimed = await sql<MailRow>`update mails
    set status = 'sending', attempts = attempts + 1, updated_at = ${now} where ${where}
    returning id, message_id, recipient, subject, body, html, attachments, attempts`.execute(db);
  const row = claimed.rows[0];
  if (!row) return null;
  const { id, attempts, subject, html } = row;
  const attachments = row.attachments.map((each) => ({
    ...each,
    content: Buffer.from(each.content, 'base64'),
  }));
  const { message_id: messageId, recipient: to, body: text } = row;
  return { id, attempts, subject, html, attachments, messageId, to, text, date: now };
}

async function deliver(transport: MailTransport, mail: OutgoingMail): Promise<Delivery> {
  return transport.deliver(mail).catch(() => ({ outcome: 'unknown' as const }));
}

/** Writes down what a try came to. */
async function settle(
  db: Db,
  mail: ClaimedMail,
  delivery: Delivery,
  now: Date,
): Promise<MailOutcome> {
  if (delivery.outcome === 'accepted') return finish(db, mail, { status: 'accepted' }, now);
  const error = delivery.outcome === 'unknown' ? unknownOutcome : delivery.error;
  const delay = delays[mail.attempts - 1];
  if (delivery.outcome !== 'postponed' || delay === undefined) {
    return finish(db, mail, { status: 'failed', error }, now);
  }
  const next = new Date(now.getTime() + delay * 60_000);
  const queued = await sql`update mails
    set status = 'queued', last_error = ${error}, next_attempt_at = ${next}, updated_at = ${now}
    where id = ${mail.id} and attempts = ${mail.attempts} and status = 'sending'
    returning id`.execute(db);
  return queued.rows.length > 0
    ? { status: 'queued', error }
    : { status: 'failed', error: unknownOutcome };
}

/**
 * The contents go with the last word: a mail may hold a link that signs in, and a document that is
 * kept elsewhere.
 */
const emptied = sql`body = '', html = null, attachments = '[]'`;

async function finish(
  db: Db,
  mail: ClaimedMail,
  outcome: MailOutcome,
  now: Date,
): Promise<MailOutcome> {
  // A copy that was held up for minutes finds its mail given up as unknown, and knows better.
  await sql`update mails
    set status = ${outcome.status}, last_error = ${outcome.error ?? null}, updated_at = ${now}, ${emptied}
    where id = ${mail.id} and attempts = ${mail.attempts} and status in ('sending', 'failed')`.execute(
    db,
  );
  return outcome;
}

/** What a dead copy left as `sending` is never sent again: it may have arrived. */
async function failAbandoned(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - abandonedAfter);
  await sql`update mails set status = 'failed', last_error = ${unknownOutcome}, updated_at = ${now}, ${emptied}
    where status = 'sending' and updated_at < ${since}`.execute(db);
}
