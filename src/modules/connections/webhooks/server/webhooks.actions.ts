import { isDeepStrictEqual } from 'node:util';
import type { Context } from '~/kit/server/database/context';
import { ownFields } from '~/kit/server/database/custom-values';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, enforce, invalid, notFound } from '~/kit/server/errors';
import { secretsIn } from '~/kit/server/files/secrets';
import type { Api } from '~/kit/server/http/route';
import { OutboundError } from '~/kit/server/outbound/outbound';
import { customKinds } from '~/modules/records/custom-fields/custom-fields.fields';
import type {
  Delivery,
  NewWebhook,
  Ping,
  Replay,
  SentDelivery,
  Webhook,
  WebhookPatch,
} from '../webhooks.fields';
import { tablesOf } from '../events.rules';
import { canAdd, canReplay, canReplayAll, isDelivered } from '../webhooks.rules';
import { findDelivery, lockReplayed, setPending } from './deliveries.queries';
import { newEventId, spreadWaiting } from './events.internal';
import { newSecret } from './signing.internal';
import { enterAgain, openSecret, sealedFor, tryOnce } from './tries.internal';
import {
  countOwn,
  findSecret,
  isWorkspace,
  listColumns,
  setSecret,
  setState,
  webhooks,
} from './webhooks.queries';

type Outside = Pick<Api, 'outbound' | 'dataDir' | 'clock' | 'publicUrl'>;
type Shown<T> = T & { secret?: string };

const formerMs = 24 * 3_600_000;

/** 404 with an API key also for one that is not its own. */
export async function getWebhook(
  { db, person }: Pick<Context, 'db'> & Partial<Pick<Context, 'person'>>,
  id: number,
): Promise<Webhook> {
  // The select also reads the lists, which are not fields.
  const webhook = (await getRecord(db, webhooks, id)) as unknown as Webhook;
  const key = person?.apiKey;
  if (key && webhook.key_id !== key.id) throw notFound(webhooks.noun);
  return webhook;
}

async function enforceAddress({ outbound }: Outside, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  await outbound.check(url).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    const { message } = error;
    throw new AppError('webhook.address_refused', message, {
      details: [{ field: 'url', message }],
    });
  });
}

async function enforceWorkspace(trx: Transaction, id: number | null | undefined): Promise<void> {
  if (id && !(await isWorkspace(trx, id))) throw invalid('workspace_id', 'Workspace not found');
}

/** A change of the lines of a document is one of this field. */
const linesName = 'items';

/** 400 for a name that no record of the events has as a field; names that were stored before stay. */
async function enforceFields(
  trx: Transaction,
  { events, fields }: Pick<NewWebhook, 'events' | 'fields'>,
  before: readonly string[] = [],
): Promise<void> {
  const isNew = (name: string) => !before.includes(name);
  if (!fields?.some(isNew)) return;
  const tables = tablesOf(events);
  const existing = new Set([...(await listColumns(trx, tables)), linesName]);
  for (const kind of customKinds.filter((each) => tables.includes(each)))
    for (const name of Object.keys(await ownFields.get().fieldsOf(trx, kind))) existing.add(name);
  const at = fields.findIndex((name) => isNew(name) && !existing.has(name));
  if (at >= 0) throw invalid(`fields.${at}`, `The selected events have no field "${fields[at]}"`);
}

/** Adds a webhook; its secret is in the first answer alone (docs/product/webhooks.md#secret). */
export async function createWebhook(
  outside: Outside,
  context: Context,
  values: NewWebhook,
): Promise<Shown<Webhook>> {
  await enforceAddress(outside, values.url);
  const { is_active = true, fields = null, ...others } = values;
  const given = newSecret();
  let secret: string | undefined;
  const webhook = await context.write(async (write, trx) => {
    const { apiKey, current_workspace } = context.person;
    enforce(canAdd(await countOwn(trx, apiKey?.id ?? null), apiKey !== undefined));
    const workspace_id = workspaceFor(values, apiKey ? current_workspace : null);
    await enforceWorkspace(trx, workspace_id);
    await enforceFields(trx, values);
    // Earlier acts are none of its events.
    await spreadWaiting(trx, { publicUrl: outside.publicUrl, now: context.now });
    const own = { workspace_id, key_id: apiKey?.id ?? null };
    const { id } = await insertRecord(write, webhooks, { ...others, ...own, fields, is_active });
    const sealed = await secretsIn(outside.dataDir).seal(given, sealedFor(id));
    await setSecret(trx, id, sealed);
    secret = given;
    return getWebhook({ db: trx }, id);
  });
  return { ...webhook, ...(secret ? { secret } : {}) };
}

/** The workspace of a new webhook; that of a key, where the key is in one. */
function workspaceFor({ workspace_id = null }: NewWebhook, ofKey: number | null): number | null {
  if (ofKey !== null && workspace_id !== null && workspace_id !== ofKey)
    throw invalid('workspace_id', 'Workspace not found');
  return ofKey ?? workspace_id;
}

/** Changes a webhook; pending deliveries go to a new address, and are held where it is turned off. */
export async function updateWebhook(
  outside: Outside,
  context: Context,
  id: number,
  patch: WebhookPatch,
): Promise<Webhook> {
  const { updated_at: seen, ...sent } = patch;
  const before = await getWebhook(context, id);
  if (sent.url !== before.url) await enforceAddress(outside, sent.url);
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, webhooks, id, seen);
    await enforceWorkspace(trx, sent.workspace_id);
    const { fields } = before;
    await enforceFields(trx, { ...sent, events: sent.events ?? before.events }, fields ?? []);
    const existing: Record<string, unknown> = row;
    const changed = Object.entries(sent).filter(
      ([name, value]) => !isDeepStrictEqual(value, existing[name]),
    );
    const { is_active: isActive } = sent;
    if (isActive !== undefined && isActive !== row.is_active)
      await setState(trx, id, { isActive, reason: null, now: context.now });
    await updateRecord(write, webhooks, { row, values: Object.fromEntries(changed) });
    return getWebhook({ db: trx }, id);
  });
}

/** Deletes a webhook with its deliveries: nothing more is tried. */
export async function deleteWebhook(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    await getWebhook({ db: trx, person: context.person }, id);
    const row = await lockRecord(trx, webhooks, id);
    await deleteRecord(write, webhooks, { row });
    return { id };
  });
}

/** Makes a new secret; the one before signs as well for 24 hours. */
export async function renewSecret(
  { dataDir }: Outside,
  context: Context,
  id: number,
): Promise<Shown<Webhook>> {
  const given = newSecret();
  let secret: string | undefined;
  const webhook = await context.write(async (write, trx) => {
    const row = await lockRecord(trx, webhooks, id);
    const sealed = await secretsIn(dataDir).seal(given, sealedFor(id));
    const formerUntil = new Date(context.now.getTime() + formerMs);
    await setSecret(trx, id, sealed);
    const values = { former_until: formerUntil.toISOString() };
    await updateRecord(write, webhooks, { row, values, action: 'secret renewed' });
    secret = given;
    return getWebhook({ db: trx }, id);
  });
  return { ...webhook, ...(secret ? { secret } : {}) };
}

/** Sends a `ping` now; nothing of it is stored. */
export async function testWebhook(outside: Outside, context: Context, id: number): Promise<Ping> {
  const { url } = await getWebhook(context, id);
  const sealed = await findSecret(context.db, id);
  const secret = await openSecret(secretsIn(outside.dataDir), id, sealed);
  if (!secret) return { ok: false, status: null, ms: 0, error: enterAgain };
  const timestamp = context.now.toISOString();
  const body = JSON.stringify({ type: 'ping', timestamp, sequence: 0, data: { webhook_id: id } });
  const message = { id: newEventId(), url, body, secrets: [secret] };
  const { status, ms, error } = (await tryOnce(outside, message)).attempt;
  return { ok: isDelivered(status), status, ms, error };
}

interface DeliveryKey {
  webhook: number;
  id: number;
}

export async function getDelivery(
  { db }: Pick<Context, 'db'>,
  at: DeliveryKey,
): Promise<SentDelivery> {
  const delivery = await findDelivery(db, at);
  if (!delivery) throw notFound('Delivery');
  return delivery;
}

/** Has a delivery sent again, with the same id and body. */
export async function replayDelivery(context: Context, at: DeliveryKey): Promise<Delivery> {
  return context.transaction(async (trx) => {
    const { is_active } = await lockRecord(trx, webhooks, at.webhook);
    enforce(canReplay({ is_active, ...(await getDelivery({ db: trx }, at)) }));
    await setPending(trx, [at.id], context.now);
    const { body: _body, ...delivery } = await getDelivery({ db: trx }, at);
    return delivery;
  });
}

/** Has the deliveries of a period sent again, 10,000 at most. */
export async function replayAll(
  context: Context,
  id: number,
  replay: Replay,
): Promise<{ replayed: number }> {
  return context.transaction(async (trx) => {
    const { is_active } = await lockRecord(trx, webhooks, id);
    enforce(canReplay({ is_active }));
    const ids = await lockReplayed(trx, id, replay);
    enforce(canReplayAll(ids.length));
    await setPending(trx, ids, context.now);
    return { replayed: ids.length };
  });
}
