import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { onlyReads, type Right, type Rights } from '~/kit/shared/access';
import type { Role } from '~/modules/organization/users/roles.fields';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';
import { subjects } from '~/modules/organization/kinds/kinds.rules';

const test = fileServer();
const builtInRoles = ['Administrator', 'Sales', 'Accounts', 'Stores', 'Viewer'] as const;

/** `user` has no role, `viewer` neither and only reads in the workspace that is chosen. */
type Caller = 'anonymous' | 'user' | 'viewer' | (typeof builtInRoles)[number];

interface Identity {
  client: TestClient;
  /** As the call that lists the roles says them; null for all of them. */
  rights: Rights | null;
}

let callers: Record<Caller, Identity>;
let viewerId: number;
let colleagueId: number;

beforeAll(async () => {
  // Sample data, which takes seconds to add, is refused where there are records.
  await test.admin.post('/leads', leadBody());
  const viewer = await makeUser(test.server);
  viewerId = viewer.id;
  colleagueId = (await makeUser(test.server)).id;
  await chooseWorkspace(test.server, viewerId, await makeReadOnly());
  const roles = (await test.admin.get<Role[]>('/roles')).body.data;
  const signedIn = async (values: { role_id: number | null }): Promise<TestClient> => {
    const { username, password } = await makeUser(test.server, values);
    return test.server.signIn(username, password);
  };
  const byRole = await Promise.all(
    roles.map(async ({ id, name, rights }) => {
      const client = name === 'Administrator' ? test.admin : await signedIn({ role_id: id });
      return [name, { client, rights }] as const;
    }),
  );
  callers = {
    anonymous: { client: test.server.client(), rights: null },
    user: { client: await signedIn({ role_id: null }), rights: null },
    viewer: { client: await test.server.signIn(viewer.username, viewer.password), rights: null },
    ...(Object.fromEntries(byRole) as Record<(typeof builtInRoles)[number], Identity>),
  };
});

/** A workspace that `viewer` only reads in, and the others do not belong to. */
const makeReadOnly = () =>
  makeWorkspace(test.server, { [viewerId]: 'viewer', [colleagueId]: 'member' });

/**
 * Who may make which call (docs/product/wire.md#access): `public` everyone, `user` any signed-in person, a right (or
 * several) whose role permits it, `member`, `manager` and `owner` that role or a higher one in the workspace of the
 * address, `admin` administrators.
 */
type Needed = 'public' | 'user' | 'member' | 'manager' | 'owner' | 'admin' | readonly Right[];

/**
 * Written by the first test from what the routes declare, for a reviewer to read: `vitest -u` after a change. `(keys)`: programs
 * make the call with an API key.
 */
const snapshot = join(import.meta.dirname, 'authorization.txt');

const needs = readFileSync(snapshot, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): [string, Needed] => {
    const [call = '', needed = ''] = line.split(': ');
    const need = needed.replace(' (keys)', '');
    return [call, need.includes('.') ? (need.split(' + ') as Right[]) : (need as Needed)];
  });

/** What a workspace's own rules ask of the one in the address; the routes declare `user`. */
const inWorkspace: Readonly<Record<string, string>> = {
  'GET /workspaces/:id': 'member',
  'PUT /workspaces/:id': 'owner',
  'DELETE /workspaces/:id': 'owner',
  'GET /workspaces/:id/members': 'member',
  'POST /workspaces/:id/members': 'manager',
  'PUT /workspaces/:id/members/:user_id': 'manager',
  'DELETE /workspaces/:id/members/:user_id': 'manager',
};
const adminsOnly = 'Only an administrator can do this';
const outsider = 'You do not belong to this workspace';

it('the callers have the ready-made roles', async () => {
  const roles = (await test.admin.get<Role[]>('/roles')).body.data;
  expect(roles.map(({ name }) => name)).toEqual(builtInRoles);
});

it('every call is in authorization.txt, with the right that it declares', async () => {
  const lines = test.server.server.declared.map(({ method, url, access, takesKeys }) => {
    const call = `${method} ${url.replace('/api', '')}`;
    const byKey = takesKeys ? ' (keys)' : '';
    return `${call}: ${inWorkspace[call] ?? [access].flat().join(' + ')}${byKey}`;
  });
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot(snapshot);
});

type Stop = [status: number, message?: string | RegExp] | null;

/** What stops a caller: the status with its sentence, or null for whom it is not the right that does. */
function stopOf(caller: Caller, need: Needed): Stop {
  if (need === 'public') return null;
  if (caller === 'anonymous') return [401];
  if (caller === 'Administrator' || need === 'user') return null;
  if (need === 'admin') return [403, adminsOnly];
  if (need === 'member') return caller === 'viewer' ? null : [403, outsider];
  if (need === 'manager' || need === 'owner') return caller === 'viewer' ? [403] : [403, outsider];
  if (need.some((right) => !isIn(callers[caller].rights, right)))
    return [403, /^Your role does not allow you to \w+ [\w ]+$/];
  const writes = need.filter((right) => !/\.(?:read|export)$/.test(right));
  const isStopped =
    caller === 'viewer' && writes.some((right) => subjects[partsOf(right)[0]].workspace !== null);
  return isStopped ? [403, messageOf(onlyReads)] : null;
}

function isIn(rights: Rights | null, right: Right): boolean {
  if (rights === null) return true;
  const [kind, action] = partsOf(right);
  const own: Record<string, unknown> = rights[kind];
  return own['read'] !== 'none' && (own[action] === true || action === 'read');
}

function partsOf(right: Right): [kind: keyof Rights, action: string] {
  const [kind = '', action = ''] = right.split('.');
  return [kind as keyof Rights, action];
}

function messageOf(verdict: typeof onlyReads): string {
  return verdict.ok ? '' : verdict.message;
}

/** The administrator last: the call may go through. */
const inTurn = [
  'anonymous',
  'user',
  'viewer',
  'Sales',
  'Accounts',
  'Stores',
  'Viewer',
  'Administrator',
] as const;

it.each(needs.filter(([, need]) => need !== 'public'))('%s is for: %s', async (call, need) => {
  const [method = '', pattern = ''] = call.split(' ');
  // A new one each time: the administrator may delete it.
  const path = pattern
    .replace(/^(\/workspaces\/):id/, `$1${await makeReadOnly()}`)
    .replace('/members/:user_id', `/members/${colleagueId}`)
    .replaceAll(/:\w+/g, '999999')
    // Not each invoice of the sample data, for each caller.
    .replace('.zip', '.zip?from=2100-01-01');
  const hasBody = method === 'POST' || method === 'PUT';
  const headers: Record<string, string> = hasBody ? { 'content-type': 'application/json' } : {};
  for (const caller of inTurn) {
    // A file or a form is not looked at before the right is.
    const body = hasBody ? bodyFor(call) : undefined;
    const response = await callers[caller].client.send(method, path, body, headers);
    const stop = stopOf(caller, need);
    const what = `${caller}: ${response.status} ${response.body.error}`;
    if (stop) {
      expect(response.status, what).toBe(stop[0]);
      expect(response.body.error, what).toMatch(stop[1] ?? /^[A-Z]/);
    } else {
      expect([401, 403], what).not.toContain(response.status);
      expect(response.status, what).toBeLessThan(500);
    }
  }
});

/** The least body that reaches the check of rights; calls that check the rights on a record need a valid form. */
function bodyFor(call: string): string {
  if (call === 'PUT /workspaces/:id') return JSON.stringify({ name: 'Another name' });
  if (call === 'POST /workspaces/:id/members')
    return JSON.stringify({ user_id: 1, role: 'member' });
  if (call.startsWith('PUT /workspaces/:id/members')) return JSON.stringify({ role: 'member' });
  return '{}';
}
