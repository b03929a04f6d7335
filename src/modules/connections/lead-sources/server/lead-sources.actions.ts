import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context, Write } from '~/kit/server/database/context';
import { ownFields } from '~/kit/server/database/custom-values';
import { lockRecord } from '~/kit/server/database/entity';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, invalid, notFound } from '~/kit/server/errors';
import { secretsIn } from '~/kit/server/files/secrets';
import type { Api } from '~/kit/server/http/route';
import { OutboundError } from '~/kit/server/outbound/outbound';
import { customKey } from '~/kit/shared/fields/custom';
import { fieldsFrom } from '~/modules/records/custom-fields/custom-fields.rules';
import { listOwnFields } from '~/modules/records/custom-fields/server/custom-fields.service';
import { newToken } from '~/modules/organization/users/server/hashes.service';
import { isAssignable } from '~/modules/organization/users/server/users.service';
import type { Arrival, LeadSource, NewSource, SourcePatch } from '../lead-sources.fields';
import { mostItems, mostSources } from '../lead-sources.rules';
import { itemsOf, leadOf, type Mapping, partsOf, readOwnText, textsOf } from '../mapping.rules';
import { formPartsOf } from '../public-form.rules';
import { asSource, makeRecord } from './arrivals.internal';
import { findExisting, lockArrival, setOutcome } from './arrivals.queries';
import { sealedFor } from './pulls.internal';
import {
  countSources,
  getSource,
  isWorkspace,
  leadSources,
  setHeaders,
} from './lead-sources.queries';

type Outside = Pick<Api, 'outbound' | 'dataDir'>;

const unmapped: Mapping = { items: null, id: null, fields: {}, fixed: {} };

export async function createSource(
  outside: Outside,
  context: Context,
  { pull: sent, ...values }: NewSource,
): Promise<LeadSource> {
  refuseOtherSettings(values.type, { page: values.page, pull: sent });
  await refuseAddress(outside, sent?.url);
  return context.write(async (write, trx) => {
    if ((await countSources(trx)) >= mostSources)
      throw new AppError(
        'lead_source.too_many',
        `There can be at most ${mostSources} lead sources`,
      );
    await checkLinks(write, values, []);
    await checkOwnFields(write, values);
    const { headers, ...pull } = sent ?? {};
    const { id } = await insertRecord(write, leadSources, {
      ...values,
      is_active: values.is_active ?? true,
      repeat: values.repeat ?? 'note',
      mapping: values.mapping ?? unmapped,
      assign_to: values.assign_to ?? [],
      pull: sent ? pull : null,
      token: newToken(),
      form_key: randomBytes(32),
    });
    await storeHeaders(outside, write, { id, headers });
    return getSource({ db: trx }, id);
  });
}

export async function updateSource(
  outside: Outside,
  context: Context,
  id: number,
  { updated_at: seen, type, pull: sent, ...values }: SourcePatch,
): Promise<LeadSource> {
  const { pull: former } = await getSource(context, id);
  if (sent?.url !== former?.url) await refuseAddress(outside, sent?.url);
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, leadSources, id, seen);
    const before = await getSource({ db: trx }, id);
    if (type !== undefined && type !== before.type)
      throw new AppError('lead_source.type_fixed', 'The type of a lead source cannot change');
    const { page = before.page } = values;
    refuseOtherSettings(before.type, { page, pull: sent === undefined ? before.pull : sent });
    await checkLinks(write, values, before.assign_to);
    await checkOwnFields(write, values, before);
    const { headers, ...pull } = sent ?? {};
    const next = { ...values, ...(sent ? { pull } : {}) };
    const existing: Record<string, unknown> = { ...before };
    const changed = Object.entries(next).filter(
      ([name, value]) => !isDeepStrictEqual(value, existing[name]),
    );
    await updateRecord(write, leadSources, { row, values: Object.fromEntries(changed) });
    await storeHeaders(outside, write, { id, headers });
    return getSource({ db: trx }, id);
  });
}

/** A new public address; the one before ends at once. */
export async function renewToken(context: Context, id: number): Promise<LeadSource> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, leadSources, id);
    const values = { token: newToken() };
    await updateRecord(write, leadSources, { row, values, action: 'address renewed' });
    return getSource({ db: trx }, id);
  });
}

export async function deleteSource(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, leadSources, id);
    await deleteRecord(write, leadSources, { row });
    return { id };
  });
}

/** What would be made of a sample; nothing is. */
export async function trySample({ db }: Pick<Context, 'db'>, id: number, sample: unknown) {
  const source = await getSource({ db }, id);
  const items = itemsOf(sample, source.mapping.items);
  if (!items) throw invalid('sample', `The sample has no ${source.mapping.items ?? 'object'}`);
  const own = fieldsFrom(await listOwnFields(db, 'leads'));
  const leads = [];
  for (const item of items.slice(0, mostItems)) {
    const lead = leadOf(partsOf(textsOf(item), source.mapping), source.name, own);
    const existing = await findExisting(db, lead, source.workspace_id);
    const isRepeat = existing !== null && source.repeat === 'note';
    const values = { ...lead, lead_source: lead.lead_source ?? source.lead_source };
    const { type = '', id: record = 0, label = '' } = existing ?? {};
    leads.push({ values, record: isRepeat ? { type, id: record, label } : null });
  }
  return leads;
}

/** Makes a lead of an arrival that was refused or taken for spam. */
export async function acceptArrival(
  context: Context,
  { id, arrival }: { id: number; arrival: number },
): Promise<Arrival> {
  const source = await getSource(context, id);
  return asSource(context, source).write(async (write, trx) => {
    const found = await lockArrival(trx, id, arrival);
    if (!found) throw notFound('Arrival');
    if (found.record || found.status === 'accepted' || found.status === 'repeated') {
      const message = 'This arrival has already become a lead or a note';
      throw new AppError('arrival.has_record', message);
    }
    const isForm = source.type === 'page';
    const parts = isForm ? formPartsOf(found.values) : partsOf(found.values, source.mapping);
    const outcome = await makeRecord(write, source, { ...parts, id: null });
    if (outcome) await setOutcome(trx, arrival, outcome);
    return { ...found, ...outcome };
  });
}

const needed = { page: 'title and fields', pull: 'url and every_minutes' };

function refuseOtherSettings(
  type: LeadSource['type'],
  settings: Readonly<Record<'page' | 'pull', unknown>>,
): void {
  for (const name of ['page', 'pull'] as const) {
    const isGiven = Boolean(settings[name]);
    if (isGiven === (type === name)) continue;
    const message = isGiven
      ? `A source of type ${type} has no settings of a ${name}`
      : `A source of type ${name} needs its settings: ${needed[name]}`;
    throw invalid(name, message);
  }
}

async function refuseAddress({ outbound }: Outside, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const address = url.replaceAll(/\{(since|until)\}/g, '0');
  await outbound.check(address).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    const { message } = error;
    const details = [{ field: 'pull.url', message }];
    throw new AppError('lead_source.address_refused', message, { details });
  });
}

/** 400 for a workspace that is not there, and for people who are not active, unless they were chosen before. */
async function checkLinks(
  { trx }: Write,
  {
    workspace_id: workspace,
    assign_to: people = [],
  }: Pick<SourcePatch, 'workspace_id' | 'assign_to'>,
  before: readonly number[],
): Promise<void> {
  if (workspace && !(await isWorkspace(trx, workspace)))
    throw invalid('workspace_id', 'Workspace not found');
  for (const id of people)
    if (!before.includes(id) && !(await isAssignable(trx, id)))
      throw invalid('assign_to', 'Only active users can take turns');
}

/**
 * 400 for an own field that leads do not have, and for a fixed value that it refuses; what was there before stays, also while
 * the field is off.
 */
async function checkOwnFields(
  { trx }: Write,
  sent: Pick<SourcePatch, 'mapping' | 'page'>,
  before?: LeadSource,
): Promise<void> {
  const former = new Set(before && ownNames(before).map(([name]) => name));
  const named = ownNames(sent);
  if (named.length === 0) return;
  const own = await ownFields.get().fieldsOf(trx, 'leads');
  for (const [name, position] of named)
    if (!former.has(name) && !Object.hasOwn(own, name))
      throw invalid(position, `Leads have no custom field "${name}"`);
  for (const [name, text] of Object.entries(sent.mapping?.fixed ?? {})) {
    const field = own[name];
    if (!field || before?.mapping.fixed[name] === text) continue;
    const reading = readOwnText(field, text) ?? field.read(text, 'form');
    if (!reading.ok) throw invalid(`mapping.fixed.${name}`, reading.message);
  }
}

/** The custom fields that settings name, and where they do. */
function ownNames({ mapping, page }: Pick<SourcePatch, 'mapping' | 'page'>): [string, string][] {
  const { fields = {}, fixed = {} } = mapping ?? {};
  const names: [string, string][] = [
    ...Object.keys(fields).map((name): [string, string] => [name, `mapping.fields.${name}`]),
    ...Object.keys(fixed).map((name): [string, string] => [name, `mapping.fixed.${name}`]),
    ...(page?.fields ?? []).map(({ name }, at): [string, string] => [
      name,
      `page.fields.${at}.name`,
    ]),
  ];
  return names.filter(([name]) => customKey(name) !== null);
}

async function storeHeaders(
  { dataDir }: Outside,
  { trx }: Write,
  { id, headers }: { id: number; headers: Record<string, string> | null | undefined },
): Promise<void> {
  if (headers === undefined) return;
  const text = JSON.stringify(headers ?? {});
  await setHeaders(trx, id, await secretsIn(dataDir).seal(text, sealedFor(id)));
}
