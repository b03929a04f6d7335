import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../../src/kit/server/testing/test-mail-server';
import { addDays, dayOf, hourOf } from '../../src/kit/shared/time/days';
import { type Figure, printLine } from '../figures';
import { brokenInvariants } from './crew';
import { outcomes } from './mail-part';
import { adminAt, done, importFile, type Person, type Query, untilNone } from './people';
import type { Plan } from './plan';
import { onStage } from './stage';

/** More reminders than one life of the server can send. */
const customersPerKill = 12;
const daysPast = 7;
const patienceSeconds = 300;

/** The server killed (`kill -9`) while it makes and mails the reminders of a day. */
export function reminderPart({ rounds }: Plan): Promise<Figure[]> {
  return onStage({}, async ({ product, mails, query, store }) => {
    const kills = Math.ceil(rounds / 2);
    const person = await adminAt(product);
    const never = await makeDebtors(person, query, kills * customersPerKill);
    let during = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await product.restart('SIGKILL');
      await sleep(randomInt(500));
      const settled = await settleWaiting(person, query, kill);
      if (settled !== null) never.add(settled);
      if ((await countWaiting(query)) > 0) during += 1;
    }
    await product.restart('SIGKILL');
    await untilNone(patienceSeconds, () => countWaiting(query));
    const mailed = await outcomes(query, mails);
    const broken = await brokenInvariants(store);
    const { once, unknown, lost, doubled, wrong, none } = await countReminded(query, mails, never);
    const figure = {
      name: `reminders of ${kills * customersPerKill} customers, the server killed (kill -9) ${kills} times, ${during} of them before the last was made`,
      value:
        `${once} once, ${unknown} cut off when they were on their way and not sent again, ` +
        `${none} settled customers without; ${lost} lost, ${doubled} doubled, ${wrong} wrong, ${broken} invariants broken`,
      mark: '0 lost, 0 doubled, 0 wrong, 0 invariants broken',
      holds: once > 0 && none > 0 && lost + doubled + wrong + broken === 0,
    };
    return [figure, mailed];
  });
}

/** Where it is day now, for reminders go out from nine on. */
function zoneByDay(now: Date): string {
  const zones = ['Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles', 'America/Sao_Paulo'];
  const found = zones.find((zone) => hourOf(now, zone) >= 9 && hourOf(now, zone) < 22);
  if (!found) throw new Error('It is night everywhere');
  return found;
}

/** Customers who each owe an invoice for so many days; gives the addresses of those whom no reminder may reach. */
async function makeDebtors(person: Person, query: Query, count: number): Promise<Set<string>> {
  const time_zone = zoneByDay(new Date());
  const due = addDays(dayOf(new Date(), time_zone), -daysPast);
  const all = Array.from({ length: count }, (_, at) => [at, `debtor${at}@reminded.example`]);
  await done(person.askJson('PUT', '/settings', { time_zone }));
  const customers = all.map(([at, email]) => `Debtor ${at},Meera Kulkarni,${email}`);
  await upload(person, '/customers', ['company_name,contact_person,email', ...customers]);
  const invoices = all.map(([at, email]) => `OLD-${at},${email},${addDays(due, -30)},${due},1000`);
  const headings = 'invoice_number,email,invoice_date,due_date,total_amount';
  await upload(person, '/invoices', [headings, ...invoices]);
  const never = (await listOwed(query)).filter((_, at) => at % 6 === 0);
  for (const [at, invoice] of never.entries()) await settle(person, invoice, at);
  const reminders = { enabled: true, days: [daysPast] };
  await done(person.askJson('PUT', '/settings', { reminders }));
  return new Set(never.map(({ email }) => email));
}

async function upload(person: Person, path: string, lines: readonly string[]): Promise<void> {
  const created = await importFile(person, path, `${lines.join('\n')}\n`);
  if (created !== lines.length - 1) throw new Error(`${path}: ${created} of ${lines.length - 1}`);
}

interface Owed {
  id: number;
  customer_id: number;
  email: string;
  /** Of the mail with its reminder; null where there is none yet. */
  mail: 'queued' | 'sending' | 'accepted' | 'failed' | null;
}

/** The invoices that a reminder may name, those first whose reminder is not made yet. */
async function listOwed(query: Query): Promise<Owed[]> {
  const { rows } = await query<Owed>(
    `select i.id, c.id as customer_id, c.email, m.status as mail from invoices i
       join customers c on c.id = i.customer_id
       left join payment_reminders r on r.customer_id = c.id left join mails m on m.id = r.mail_id
     where i.balance_due > 0 and not i.is_disputed and i.promised_on is null and not c.no_reminders
     order by m.status is not null, i.id`,
  );
  return rows;
}

const countWaiting = async (query: Query) =>
  (await listOwed(query)).filter(({ mail }) => mail === null).length;

/** Pays an invoice, disputes it, takes a promise for it, or leaves its customer in peace, by turns. */
async function settle(person: Person, { id, customer_id }: Owed, turn: number): Promise<void> {
  const payment_date = addDays(dayOf(new Date(), 'UTC'), -1);
  const paid = { invoice_id: id, amount: 1000, payment_method: 'cash', payment_date };
  const query = [
    () => person.askJson('POST', '/payments', paid, { key: `settled-${id}` }),
    () => person.askJson('PUT', `/invoices/${id}`, { is_disputed: true }),
    () => person.askJson('PUT', `/invoices/${id}`, { promised_on: '2999-01-01' }),
    () => person.askJson('PUT', `/customers/${customer_id}`, { no_reminders: true }),
  ][turn % 4];
  if (query) await done(query());
}

/** Settles an invoice whose mail waits; gives its address, or null where the mail went off in the meantime. */
async function settleWaiting(person: Person, query: Query, turn: number): Promise<string | null> {
  const owed = await listOwed(query);
  const chosen =
    (turn % 2 === 0 ? owed.find(({ mail }) => mail === 'queued') : undefined) ??
    owed.find(({ mail }) => mail === null);
  if (!chosen) return null;
  await settle(person, chosen, turn);
  const { rows } = await query(
    `select from mails m join payment_reminders r on r.mail_id = m.id
     where r.customer_id = $1 and m.status in ('sending', 'accepted')`,
    [chosen.customer_id],
  );
  return rows.length === 0 ? chosen.email : null;
}

/** Each customer who owes got one reminder, and no other customer any. */
async function countReminded(
  query: Query,
  { received }: Pick<MailServer, 'received'>,
  never: ReadonlySet<string>,
) {
  const { rows } = await query<{ email: string; reminders: number; is_unknown: boolean }>(
    `select c.email, count(r.id)::integer as reminders,
       coalesce(bool_or(m.last_error like 'It is not known%'), false) as is_unknown
     from customers c left join payment_reminders r on r.customer_id = c.id
     left join mails m on m.id = r.mail_id where c.email like '%@reminded.example' group by c.email`,
  );
  const counts = { once: 0, unknown: 0, lost: 0, doubled: 0, wrong: 0, none: 0 };
  const outcomeOf = (reminders: number, mails: number, isUnknown: boolean) => {
    if (reminders > 1 || mails > 1) return 'doubled';
    if (mails === 1) return 'once';
    return isUnknown ? 'unknown' : 'lost';
  };
  for (const { email, reminders, is_unknown } of rows) {
    const times = received.filter(({ to }) => to && 'text' in to && to.text === email).length;
    const settled = times === 0 ? 'none' : 'wrong';
    const outcome = never.has(email) ? settled : outcomeOf(reminders, times, is_unknown);
    counts[outcome] += 1;
    if (['wrong', 'doubled', 'lost'].includes(outcome))
      printLine(`${email} is ${outcome}: ${reminders} reminders, ${times} mails`);
  }
  return counts;
}
