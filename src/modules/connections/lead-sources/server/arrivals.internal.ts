import { copiedFrom } from '~/kit/server/database/custom-values';
import { fieldsFrom } from '~/modules/records/custom-fields/custom-fields.rules';
import { listOwnFields } from '~/modules/records/custom-fields/server/custom-fields.service';
import { logLine } from '~/kit/server/database/activity-log';
import { anonymous, type Context, withWrite, type Write } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { writeNote } from '~/modules/collaboration/notes/server/notes.service';
import { addLead } from '~/modules/sales/leads/server/conversions.service';
import type { Arrival, ArrivalCounts, LeadSource } from '../lead-sources.fields';
import { nextTurn } from '../lead-sources.rules';
import { leadOf, type Parts, partsOf, type Texts, textsOf } from '../mapping.rules';
import { findExisting, insertArrival, type ExistingRecord, takeId } from './arrivals.queries';
import { listAdministrators, lockTurns, setTurn } from './lead-sources.queries';

export type Given = Pick<Context, 'db' | 'now' | 'address'>;
type Source = Pick<LeadSource, 'id' | 'name' | 'workspace_id'>;

/** The source as the one who writes: in the feed by its name, in the log by a number that no user has. */
export function asSource({ db, now, address }: Given, source: Source): Context {
  const { id, name, workspace_id } = source;
  const person = {
    ...anonymous,
    first_name: `${name} (lead source)`,
    current_workspace: workspace_id,
  };
  const actor = { at: now, user: -1_000_000_000 - id, session: null, address };
  return withWrite({
    db,
    person,
    now,
    address,
    transaction: (work) => inTransaction(db, work, actor),
  });
}

export interface Received {
  parts: Parts;
  /** As it is stored of the arrival. */
  values: Texts;
}

type Outcome = Pick<Arrival, 'status' | 'record' | 'error'>;

/**
 * Makes a lead of what arrived, or a note on the record that is there already; null where its id came before
 * (docs/product/lead-sources.md#leads).
 */
export async function takeArrival(
  write: Write,
  source: Pick<LeadSource, 'id'>,
  { parts, values }: Received,
): Promise<Outcome | null> {
  const outcome = await makeRecord(write, source, parts);
  if (outcome)
    await insertArrival(write.trx, source.id, { ...outcome, at: write.context.now, values });
  return outcome;
}

export async function makeRecord(
  write: Write,
  { id }: Pick<LeadSource, 'id'>,
  parts: Parts,
): Promise<Outcome | null> {
  const { trx, context } = write;
  // Arrivals of one source wait for each other, so that no one has two turns in a row.
  const held = await lockTurns(trx, id, context.now);
  if (!held || (parts.id !== null && !(await takeId(trx, id, parts.id)))) return null;
  const own = fieldsFrom(await listOwnFields(trx, 'leads'));
  const { custom, ...lead } = leadOf(parts, held.name, own);
  const existing = held.repeat === 'note' ? await findExisting(trx, lead, held.workspace_id) : null;
  if (existing) {
    await noteRepeat(write, existing, lead);
    const { type, id: record, label } = existing;
    return { status: 'repeated', record: { type, id: record, label }, error: null };
  }
  const assigned_to = nextTurn(held.assign_to, held);
  const created = await addLead(write, {
    ...lead,
    ...copiedFrom('leads', { custom }),
    lead_source: lead.lead_source ?? held.lead_source,
    assigned_to,
  });
  const record = { type: 'lead', id: created.id, label: created.company_name };
  if (assigned_to !== null) await setTurn(trx, id, assigned_to);
  else if (held.assign_to.length > 0)
    notifyPeople(write, await listAdministrators(trx), {
      kind: 'leads',
      ...record,
      action: 'lead not assigned',
      title: 'Lead not assigned',
      message: `${created.company_name}: no one of ${held.name} is active`,
    });
  return { status: 'accepted', record, error: null };
}

async function noteRepeat(
  write: Write,
  { person, ...existing }: ExistingRecord,
  lead: Omit<ReturnType<typeof leadOf>, 'custom'>,
): Promise<void> {
  const title = `Repeat enquiry from ${lead.contact_person}`;
  const { company_name, contact_person, email, phone, initial_inquiry } = lead;
  const company = company_name === contact_person ? null : company_name;
  const text = [title, company, email, phone, initial_inquiry].filter(Boolean).join('\n');
  await writeNote(write, existing, { text });
  if (person !== null)
    notifyPeople(write, [person], {
      ...existing,
      action: 'repeat enquiry',
      title: 'Repeat enquiry',
      message: `${existing.label}: ${title}`,
    });
}

interface News extends Omit<ExistingRecord, 'kind' | 'person'> {
  kind: ExistingRecord['kind'] | 'lead_sources';
  action: string;
  title: string;
  message: string;
}

/** Notifies these people alone, by a line of the feed. */
export function notifyPeople(write: Write, people: readonly number[], news: News): void {
  const { kind, ...line } = news;
  logLine(write, {
    ...line,
    entity: kind,
    before: null,
    after: { mentions: people },
    workspace_id: write.context.person.current_workspace,
  });
}

/** Takes the items of a call one by one: one that fails is stored as refused and loses no other. */
export async function takeItems(
  given: Given,
  source: LeadSource,
  items: readonly unknown[],
): Promise<ArrivalCounts> {
  const counts: ArrivalCounts = { accepted: 0, repeated: 0, refused: 0 };
  const context = asSource(given, source);
  for (const item of items) {
    const values = textsOf(item);
    const received = { parts: partsOf(values, source.mapping), values };
    const outcome = await context
      .write(async (write, trx) => {
        if (Object.keys(values).length > 0) return takeArrival(write, source, received);
        const refused = { status: 'refused', record: null, error: 'Nothing is in it' } as const;
        await insertArrival(trx, source.id, { ...refused, at: given.now, values });
        return refused;
      })
      .catch((error: unknown) => storeRefused(given, source, { values, error }));
    counts[outcome?.status === 'spam' ? 'refused' : (outcome?.status ?? 'repeated')] += 1;
  }
  return counts;
}

async function storeRefused(
  given: Given,
  source: LeadSource,
  { values, error }: { values: Texts; error: unknown },
): Promise<Outcome> {
  // Any other error is a fault of the server: the sender sends it again.
  if (!(error instanceof AppError)) throw error;
  const refused = { status: 'refused', record: null, error: error.message } as const;
  await asSource(given, source).write(async (_write, trx) =>
    insertArrival(trx, source.id, { ...refused, at: given.now, values }),
  );
  return refused;
}
