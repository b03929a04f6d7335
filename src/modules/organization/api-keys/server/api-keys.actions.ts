import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { type Entity, lockRecord } from '~/kit/server/database/entity';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { enforce, invalid } from '~/kit/server/errors';
import { isNetwork } from '~/kit/server/http/networks';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { administratorRoleId } from '~/modules/organization/users/roles.fields';
import { newLink } from '~/modules/organization/users/server/hashes.service';
import { isRole } from '~/modules/organization/users/server/rights.service';
import type { ApiKey, apiKeyFields, KeyPatch } from '../api-keys.fields';
import { canAddKey, daysAfter, expiryProblem, usualDays } from '../api-keys.rules';
import { apiKeysOn, countKeys, endTokens, insertToken, isWorkspace } from './api-keys.queries';
import { keyStart } from './api-keys.service';

type Keys = Entity<typeof apiKeyFields>;

export async function keysOf(context: Pick<Context, 'db' | 'now'>): Promise<Keys> {
  return apiKeysOn(await companyDay(context));
}

/**
 * Gives a record its new key, of which only a digest is stored. A call that is repeated with its Idempotency-Key does no work,
 * and answers without the key.
 */
async function withKey(
  context: Context,
  work: (write: Write, keys: Keys, prefix: string) => Promise<{ id: number }>,
): Promise<ApiKey> {
  const keys = await keysOf(context);
  let key: string | undefined;
  const record = await context.write(async (write, trx) => {
    const { token, digest } = newLink();
    const written = await work(write, keys, `${keyStart}${token.slice(0, 6)}`);
    await insertToken(trx, written.id, digest);
    key = keyStart + token;
    return written as ApiKey;
  });
  return { ...record, ...(key === undefined ? {} : { key }) };
}

export async function createKey(context: Context, body: KeyPatch): Promise<ApiKey> {
  const { now } = context;
  const expires_at = body.expires_at ?? daysAfter(now, usualDays).toISOString();
  return withKey(context, async (write, keys, prefix) => {
    await lockName(write.trx, 'api_keys');
    enforce(canAddKey(await countKeys(write.trx)));
    const values = await checked(write.trx, { ...body, expires_at }, now);
    return insertRecord(write, keys, { ...values, ...createdBy(context), prefix });
  });
}

/** Makes a new key in the place of the one that programs have, which works for some hours more. */
export async function rotateKey(context: Context, id: number, hours: number): Promise<ApiKey> {
  const { now } = context;
  return withKey(context, async (write, keys, prefix) => {
    const row = await lockRecord(write.trx, keys, id);
    await endTokens(write.trx, id, { at: daysAfter(now, hours / 24), now });
    return updateRecord(write, keys, { row, values: { prefix }, action: 'rotated' });
  });
}

export async function changeKey(context: Context, id: number, body: KeyPatch): Promise<ApiKey> {
  const keys = await keysOf(context);
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, keys, id, body.updated_at);
    const before = row as unknown as ApiKey;
    const { expires_at, networks, updated_at: _, ...others } = body;
    const changed: KeyPatch = { ...others };
    if (expires_at && Date.parse(expires_at) !== Date.parse(before.expires_at))
      changed.expires_at = expires_at;
    if (JSON.stringify(networks) !== JSON.stringify(before.networks)) changed.networks = networks;
    const values = await checked(trx, changed, context.now);
    return (await updateRecord(write, keys, { row, values })) as unknown as ApiKey;
  });
}

/** The columns of the sent values; 400 for a role, workspace, moment or network that a key cannot have. */
async function checked(trx: Transaction, body: KeyPatch, now: Date) {
  const { role_id, workspace_id, expires_at, networks } = body;
  if (role_id === administratorRoleId)
    throw invalid('role_id', 'An API key cannot have the role Administrator');
  if (role_id !== undefined && !(await isRole(trx, role_id)))
    throw invalid('role_id', 'Role not found');
  if (typeof workspace_id === 'number' && !(await isWorkspace(trx, workspace_id)))
    throw invalid('workspace_id', 'Workspace not found');
  const wrong = networks?.find((each) => !isNetwork(each));
  if (wrong !== undefined)
    throw invalid('networks', `"${wrong.slice(0, 50)}" is not an address or a network`);
  if (expires_at === undefined) return body;
  const expires = new Date(expires_at);
  const problem = expiryProblem(expires, now);
  if (problem !== null) throw invalid('expires_at', problem);
  return { ...body, expires_at: expires };
}

export async function revokeKey(context: Context, id: number): Promise<{ id: number }> {
  const keys = await keysOf(context);
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, keys, id);
    await deleteRecord(write, keys, { row, action: 'revoked' });
    return { id };
  });
}
