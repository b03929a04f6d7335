import { randomBytes } from 'node:crypto';
import type { Caller } from '~/kit/server/testing/test-calls';
import { makeUser, type CreatedUser } from '../../server/users.builders';
import type { Role } from '../../roles.fields';
import type { RightsPatch } from '../../rights.rules';

export async function makeRole(admin: Caller, rights: RightsPatch): Promise<Role> {
  const name = `Role ${randomBytes(6).toString('hex')}`;
  const response = await admin.post<Role>('/roles', { name, rights });
  if (response.status !== 201) throw new Error(`No role was made: ${response.status}`);
  return response.body.data;
}

export async function signInWith<Client>(
  files: {
    admin: Caller;
    server: Parameters<typeof makeUser>[0] & {
      signIn: (username: string, password: string) => Promise<Client>;
    };
  },
  rights: RightsPatch,
): Promise<CreatedUser & { client: Client }> {
  const { id: role_id } = await makeRole(files.admin, rights);
  const user = await makeUser(files.server, { role_id });
  return { ...user, client: await files.server.signIn(user.username, user.password) };
}
