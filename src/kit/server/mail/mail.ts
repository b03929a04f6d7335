import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isEmail } from '~/kit/shared/fields/contact';
import type { Database, Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid, notFound } from '~/kit/server/errors';
import type { Job } from '~/kit/server/jobs/jobs';
import type { Attachment, Delivery, MailTransport, OutgoingMail } from './mail-message';

export interface Mail {
  /** One address, or a few. */
  to: string | readonly string[];
  subject: string;
  text: string;
  html?: string;
  attachments?: Attachment[];
  /** A second mail with the same key is not queued, such as `invoice:12:reminder:2026-11-21`. */
  key?: string;
  /** What the link at `linkPlaceholder` in the text opens; it is made when the mail is sent. */
  link?: { kind: string; id: number };
}

/** A whole line: the same letters in a name or a sentence stay. */
export const linkPlaceholder = '{{link}}';
const linkLine = /^\{\{link\}\}$/gm;

/**
 * By kind: makes the path of a new link for what has this id, once for each attempt to send its mail; empty for a mail
 * without a link, null where it is no longer needed, and its mail is not sent.
 */
export type MailLinks = Readonly<
  Record<string, (db: Db, id: number, now: Date) => Promise<string | null>>
>;

interface Post {
  transport: MailTransport;
  links: MailLinks;
  publicUrl: string;
}

export interface MailOutcome {
  status: 'accepted' | 'failed' | 'queued';
  error?: string;
}

export const unknownOutcome = 'It is not known whether this email was delivered';

/** Minutes until the next attempt; the mail fails when the attempt after the last gap fails. */
const delays = [1, 5, 15, 60, 240];

// Longer than an attempt can take: such a row belongs to a copy that died.
const abandonedAfter = 2 * 60_000;

const parallel = 4;
const mostRecipients = 10;
const turnLimit = 20_000;

const isRecipient = (address: string) =>
  isEmail(address) && address.length <= 254 && !hasControls(address);

/**
 * Queues a mail in the caller's transaction, to be sent after the commit, and gives its id. 400 for anything but
 * addresses, ten at most, or for a line break where a header could be injected.
 */
export async function queueMail(trx: Transaction, mail: Mail, now: Date): Promise<number> {
  const to = typeof mail.to === 'string' ? [mail.to] : mail.to;
  if (to.length === 0 || to.length > mostRecipients || !to.every(isRecipient)) {
    throw invalid('to', 'The recipient must be one email address');
  }
  if (hasControls(mail.subject)) throw invalid('subject', 'The subject must be one line');
  const attachments = (mail.attachments ?? []).map(({ filename, contentType, content }) => {
    if (hasControls(filename) || hasControls(contentType)) {
      throw invalid('attachments', 'The name of an attachment must be one line');
    }
    return { filename, contentType, content: content.toString('base64') };
  });
  const queued = await sql<{ id: number }>`insert into mails
    (recipient, subject, body, html, attachments, link, key, next_attempt_at, created_at, updated_at)
    values (${to.join(', ')}, ${mail.subject}, ${mail.text}, ${mail.html ?? null},
      ${JSON.stringify(attachments)}::jsonb,
      ${mail.link ? JSON.stringify(mail.link) : null}::jsonb, ${mail.key ?? null}, ${now}, ${now}, ${now})
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

/** Sends due mails, a few at a time. Nudge it as `mail` after a commit that queued one. */
export function mailJob(post: Post): Job {
  return {
    name: 'mail',
    everySeconds: 5,
    run: (database, now) => sendDue(database, post, now),
  };
}

async function sendDue(database: Database, post: Post, now: Date): Promise<void> {
  const began = performance.now();
  const at = () => new Date(now.getTime() + performance.now() - began);
  await failAbandoned(database.db, at());
  // Most turns find nothing, which one connection tells as well as several.
  const first = await claimDue(database.db, at());
  if (!first) return;
  let over = false;
  const claimNext = async (): Promise<ClaimedMail | null> =>
    over || performance.now() - began > turnLimit ? null : claimDue(database.db, at());
  const work = async (claimed: ClaimedMail | null): Promise<void> => {
    for (let mail = claimed; mail; mail = await claimNext()) {
      const delivery = await deliver(database.db, post, mail);
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
 * One attempt for one mail, for a service that needs the outcome; call it after the commit that queued the mail. Waits
 * for an attempt already in progress. `queued` means postponed: the job tries again. 404 without such a mail.
 */
export async function deliverMail(
  database: Database,
  id: number,
  transport: MailTransport,
  now: Date,
): Promise<MailOutcome> {
  const mail = await claim(database.db, sql`id = ${id} and status = 'queued'`, now);
  const post = { transport, links: {}, publicUrl: '' };
  if (mail) return settle(database.db, mail, await deliver(database.db, post, mail), now);
  await failAbandoned(database.db, now);
  const until = performance.now() + abandonedAfter / 4;
  for (;;) {
    const outcome = await findOutcome(database.db, id);
    if (outcome) return outcome;
    if (performance.now() > until) return { status: 'failed', error: unknownOutcome };
    await sleep(100);
  }
}

/** Withdraws a mail that waits for another attempt; gives its outcome, or null while an attempt is in progress. */
export async function withdrawMail(db: Db, id: number, now: Date): Promise<MailOutcome | null> {
  await sql`update mails set status = 'failed', updated_at = ${now}, ${emptied}
    where id = ${id} and status = 'queued'`.execute(db);
  return findOutcome(db, id);
}

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
  link: Mail['link'] | null;
}

function claimDue(db: Db, now: Date): Promise<ClaimedMail | null> {
  const due = sql`select id from mails
    where status = 'queued' and (next_attempt_at <= ${now} or ${isAhead(now)})
    order by next_attempt_at, id limit 1 for update skip locked`;
  return claim(db, sql`id = (${due})`, now);
}

/** The clock was set back since the row was written: the time that it names may be far away. */
function isAhead(now: Date): RawBuilder<boolean> {
  return sql`updated_at > ${new Date(now.getTime() + abandonedAfter)}`;
}

interface MailRow {
  id: number;
  message_id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  attachments: { filename: string; contentType: string; content: string }[];
  link: Mail['link'] | null;
  attempts: number;
}

/**
 * Marks the mail as `sending`, committed before the server is contacted: only the copy that claimed the row sends it.
 */
async function claim(db: Db, where: RawBuilder<unknown>, now: Date): Promise<ClaimedMail | null> {
  const claimed = await sql<MailRow>`update mails
    set status = 'sending', attempts = attempts + 1, updated_at = ${now} where ${where}
    returning id, message_id, recipient, subject, body, html, attachments, link, attempts`.execute(
    db,
  );
  const row = claimed.rows[0];
  if (!row) return null;
  const { id, attempts, subject, html, link } = row;
  const attachments = row.attachments.map((each) => ({
    ...each,
    content: Buffer.from(each.content, 'base64'),
  }));
  const { message_id: messageId, recipient: to, body: text } = row;
  return { id, attempts, subject, html, link, attachments, messageId, to, text, date: now };
}

async function deliver(db: Db, post: Post, mail: ClaimedMail): Promise<Delivery> {
  const written = await withLink(db, post, mail).catch(() => 'postponed' as const);
  if (written === 'postponed') {
    return {
      outcome: 'postponed',
      error: 'The link in this email could not be created',
      away: false,
    };
  }
  if (!written) return { outcome: 'refused', error: 'This email is no longer needed' };
  return post.transport.deliver(written).catch(() => ({ outcome: 'unknown' as const }));
}

/** The mail as it is sent, with its link; null where the link is no longer needed. */
async function withLink(
  db: Db,
  { links, publicUrl }: Post,
  mail: ClaimedMail,
): Promise<OutgoingMail | null> {
  if (!mail.link) return mail;
  const { kind, id } = mail.link;
  const make = links[kind];
  if (!make) throw new Error(`No module creates links of the kind ${kind}`);
  const path = await make(db, id, mail.date);
  if (path === null) return null;
  const text = path === '' ? mail.text : mail.text.replaceAll(linkLine, () => publicUrl + path);
  return { ...mail, text };
}

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

/** The content is erased at the end: a mail may hold a sign-in link, or a document that is stored elsewhere. */
const emptied = sql`body = '', html = null, attachments = '[]'`;

async function finish(
  db: Db,
  mail: ClaimedMail,
  outcome: MailOutcome,
  now: Date,
): Promise<MailOutcome> {
  await sql`update mails
    set status = ${outcome.status}, last_error = ${outcome.error ?? null}, updated_at = ${now}, ${emptied}
    where id = ${mail.id} and attempts = ${mail.attempts} and status in ('sending', 'failed')`.execute(
    db,
  );
  return outcome;
}

/** For a restored database: what waited when it was backed up may have been sent since, so it is not sent again. */
export async function failWaitingMails(db: Db): Promise<void> {
  await sql`update mails set status = 'failed', last_error = ${unknownOutcome}, ${emptied}
    where status in ('queued', 'sending')`.execute(db);
}

/** A mail left as `sending` by a dead copy is never sent again: it may have arrived. */
async function failAbandoned(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - abandonedAfter);
  await sql`update mails set status = 'failed', last_error = ${unknownOutcome}, updated_at = ${now}, ${emptied}
    where status = 'sending' and (updated_at < ${since} or ${isAhead(now)})`.execute(db);
}
