import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import type { RightsPatch } from '~/modules/organization/users/rights.rules';
import type { ApiKey } from '../api-keys.fields';

export interface CreatedKey extends ApiKey {
  key: string;
}

/** Makes an API key by the call, with a new role of those rights unless the body names one. */
export async function makeKey(
  admin: Caller,
  {
    rights = {},
    ...body
  }: { rights?: RightsPatch; role_id?: number } & Record<string, unknown> = {},
): Promise<CreatedKey> {
  const role_id = body.role_id ?? (await makeRole(admin, rights)).id;
  return makeRecord<CreatedKey>(admin, '/api-keys', { name: 'ERP', ...body, role_id });
}

/** A client that sends the key with each of its calls. */
export function withKey(client: Caller, key: string): Caller {
  const by = { authorization: `Bearer ${key}` };
  return {
    get: (path, headers) => client.get(path, { ...by, ...headers }),
    post: (path, body, headers) => client.post(path, body, { ...by, ...headers }),
    put: (path, body, headers) => client.put(path, body, { ...by, ...headers }),
    delete: (path, headers) => client.delete(path, { ...by, ...headers }),
    upload: (path, form, signal) => client.upload(path, form, signal),
  };
}
