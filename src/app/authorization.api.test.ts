import { beforeAll, expect, it } from 'vitest';
import { onlyReads } from '~/kit/shared/access';
import { makeUser } from '~/modules/users/server/users.builders';
import { chooseWorkspace, makeWorkspace } from '~/modules/workspaces/server/workspaces.builders';
import { authorization, type Right } from './authorization';
import { fileServer } from './test-file-server';
import type { TestClient } from './test-server';

const test = fileServer();
let callers: Record<Caller, TestClient>;
let viewerId: number;
let colleagueId: number;

type Caller = 'nobody' | 'user' | 'viewer' | 'admin';

beforeAll(async () => {
  const [user, viewer] = [await makeUser(test.server), await makeUser(test.server)];
  viewerId = viewer.id;
  colleagueId = (await makeUser(test.server)).id;
  await chooseWorkspace(test.server, viewerId, await makeReadOnly());
  callers = {
    nobody: test.server.client(),
    user: await test.server.signIn(user.username, user.password),
    viewer: await test.server.signIn(viewer.username, viewer.password),
    admin: await test.server.signIn(),
  };
});

/** A workspace that `viewer` only reads in, and `user` does not belong to. */
const makeReadOnly = () =>
  makeWorkspace(test.server, { [viewerId]: 'viewer', [colleagueId]: 'member' });

const rights = Object.entries(authorization);
const inWorkspace = new Set<Right>(['member', 'manager', 'owner']);
const adminsOnly = 'Only an administrator may do this';
const stranger = 'You do not belong to this workspace';

it('every call has its line in the table, with the right that it declares', () => {
  const declared = test.server.server.declared.map(({ method, url, access }) => [
    `${method} ${url.replace('/api', '')}`,
    access,
  ]);
  // Who may do what in a workspace hangs on the one in the address: its own rules ask.
  const inTable = rights.map(([call, right]) => [call, inWorkspace.has(right) ? 'user' : right]);
  expect(declared.toSorted()).toEqual(inTable.toSorted());
});

/** What stops a caller: the status with its sentence, or null for whom it is not the right that does. */
const stops: Record<Right, Record<Caller, [status: number, sentence?: string] | null>> = {
  public: { nobody: null, user: null, viewer: null, admin: null },
  user: { nobody: [401], user: null, viewer: null, admin: null },
  writer: { nobody: [401], user: null, viewer: [403, sentenceOf(onlyReads)], admin: null },
  member: { nobody: [401], user: [403, stranger], viewer: null, admin: null },
  manager: { nobody: [401], user: [403, stranger], viewer: [403], admin: null },
  owner: { nobody: [401], user: [403, stranger], viewer: [403], admin: null },
  admin: { nobody: [401], user: [403, adminsOnly], viewer: [403, adminsOnly], admin: null },
};

function sentenceOf(verdict: typeof onlyReads): string {
  return verdict.ok ? '' : verdict.sentence;
}

it.each(rights.filter(([, right]) => right !== 'public'))('%s is for: %s', async (call, right) => {
  const [method = '', pattern = ''] = call.split(' ');
  // A new one each time: the administrator may delete it.
  const path = pattern
    .replace(/^(\/workspaces\/):id/, `$1${await makeReadOnly()}`)
    .replace('/members/:user_id', `/members/${colleagueId}`)
    .replaceAll(/:\w+/g, '999999');
  const hasBody = method === 'POST' || method === 'PUT';
  const headers: Record<string, string> = hasBody ? { 'content-type': 'application/json' } : {};
  // The administrator last: the call may go through.
  for (const caller of ['nobody', 'user', 'viewer', 'admin'] as const) {
    // A file or a form is not looked at before the right is.
    const body = hasBody ? bodyFor(call) : undefined;
    const answer = await callers[caller].send(method, path, body, headers);
    const stop = stops[right][caller];
    const what = `${caller}: ${answer.status} ${answer.body.error}`;
    if (stop) {
      expect(answer.status, what).toBe(stop[0]);
      expect(answer.body.error, what).toMatch(stop[1] ?? /^[A-Z]/);
    } else {
      expect([401, 403], what).not.toContain(answer.status);
      expect(answer.status, what).toBeLessThan(500);
    }
  }
});

/** What gets as far as the question who may: nothing for most calls, a valid form where that is asked in its record. */
function bodyFor(call: string): string {
  if (call === 'PUT /workspaces/:id') return JSON.stringify({ name: 'Another name' });
  if (call === 'POST /workspaces/:id/members')
    return JSON.stringify({ user_id: 1, role: 'member' });
  if (call.startsWith('PUT /workspaces/:id/members')) return JSON.stringify({ role: 'member' });
  return '{}';
}
