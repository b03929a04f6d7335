import { makeKey } from '~/modules/organization/api-keys/server/api-keys.builders';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { inventedCertificate } from '~/modules/organization/company/server/portal-keys.builders';
import {
  invitationBody,
  makeInvitation,
} from '~/modules/organization/invitations/server/invitations.builders';
import { confirmationPhrase } from '~/modules/upkeep/privacy/privacy.rules';
import {
  appCode,
  deleteWith,
  setUpFactor,
} from '~/modules/organization/users/factors/server/factors.builders';
import {
  addPasskey,
  optionsFor,
} from '~/modules/organization/users/factors/server/passkeys.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { makeUser, signInNew, userBody } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { MemberRole } from '~/modules/organization/workspaces/workspaces.fields';
import { makeWebhook, webhookBody } from '~/modules/connections/webhooks/server/webhooks.builders';
import type { TestClient, TestServer } from './test-server';

const password = 'a good password';

interface Case {
  client: TestClient;
  call: () => Promise<ApiResponse<unknown>>;
  /** What shows who it is; the password unless given. */
  proof?: () => Promise<object>;
}

type Prepare = (server: TestServer) => Promise<Case>;

/** Of an administrator in their own session. */
const byAdmin =
  (prepare: (client: TestClient) => Promise<Case['call']> | Case['call']): Prepare =>
  async (server) => {
    const { client } = await signInNew(server, { role: 'admin' });
    return { client, call: await prepare(client) };
  };

const onUser =
  (
    call: (client: TestClient, id: number) => Promise<ApiResponse<unknown>>,
    values: Parameters<typeof makeUser>[1] = {},
  ): Prepare =>
  async (server) => {
    const { id } = await makeUser(server, values);
    return byAdmin((client) => () => call(client, id))(server);
  };

/** Of someone who has an authenticator app. */
const withFactor =
  (call: (client: TestClient) => Promise<ApiResponse<unknown>>): Prepare =>
  async (server) => {
    const { client } = await signInNew(server);
    const { secret } = await setUpFactor(server, client, password);
    const proof = async () => ({ code: appCode(server.clock, secret) });
    return { client, proof, call: () => call(client) };
  };

const inWorkspace =
  (
    call: (
      client: TestClient,
      record: { path: string; id: number },
    ) => Promise<ApiResponse<unknown>>,
    isMember: boolean,
  ): Prepare =>
  async (server) => {
    const { id, client } = await signInNew(server);
    const colleague = await makeUser(server);
    const members: Record<number, MemberRole> = { [id]: 'owner' };
    if (isMember) members[colleague.id] = 'viewer';
    const path = `/workspaces/${await makeWorkspace(server, members)}`;
    return { client, call: () => call(client, { path, id: colleague.id }) };
  };

const turnOff = (setting: string, on: unknown = true, off: unknown = false): Prepare =>
  byAdmin(async (client) => {
    await client.put('/settings', { [setting]: on });
    return () => client.put('/settings', { [setting]: off });
  });

let names = 0;
const nameOf = (word: string) => `${word} ${(names += 1)}`;

const card = { type: 'card', brand: 'Visa', last4: '4242' };
const evilBank = {
  type: 'bank',
  brand: 'Evil Bank',
  account_number: '123456789012',
  ifsc: 'EVIL0000001',
  is_default: true,
};

/** Texts by which customers learn where to pay. */
const papers = [
  'default_invoice_terms',
  'reminder_text_friendly',
  'reminder_text_request',
  'reminder_text_firm',
].map((name) => () => ({ [name]: nameOf('Pay into account 123456789012') }));

const onWebhook = (
  call: (client: TestClient, path: string) => Promise<ApiResponse<unknown>>,
): Prepare =>
  byAdmin(async (client) => {
    const { id } = await makeWebhook(client);
    return () => call(client, `/webhooks/${id}`);
  });

/** By call: what it takes to make it once, as someone with their own session. */
export const confirmedCalls: Readonly<Record<string, readonly Prepare[]>> = {
  'POST /webhooks': [byAdmin((client) => () => client.post('/webhooks', webhookBody()))],
  'PUT /webhooks/:id': [onWebhook((client, path) => client.put(path, { name: nameOf('Other') }))],
  'POST /webhooks/:id/secret': [onWebhook((client, path) => client.post(`${path}/secret`))],
  'POST /users': [byAdmin((client) => () => client.post('/users', userBody({ role: 'admin' })))],
  'PUT /users/:id': [
    onUser((client, id) => client.put(`/users/${id}`, { role: 'admin' })),
    onUser((client, id) => client.put(`/users/${id}`, { role_id: 5 })),
    onUser((client, id) => client.put(`/users/${id}`, { username: `thief-${id}` })),
    onUser((client, id) => client.put(`/users/${id}`, { first_name: 'Other' }), { role: 'admin' }),
    onUser((client, id) => client.put(`/users/${id}`, { email: `thief-${id}@example.com` })),
    onUser((client, id) => client.put(`/users/${id}`, { is_active: false })),
    onUser((client, id) => client.put(`/users/${id}`, { is_active: true }), { is_active: false }),
  ],
  'DELETE /users/:id': [
    onUser((client, id) => client.delete(`/users/${id}`), { is_active: false }),
  ],
  'PUT /users/:id/reset-password': [
    onUser((client, id) => client.put(`/users/${id}/reset-password`, { password: 'a new one' })),
  ],
  'DELETE /users/:id/sessions': [onUser((client, id) => client.delete(`/users/${id}/sessions`))],
  'DELETE /users/:id/second-factor': [
    async (server) => {
      const user = await signInNew(server);
      await setUpFactor(server, user.client, password);
      return byAdmin((client) => () => client.delete(`/users/${user.id}/second-factor`))(server);
    },
  ],
  'DELETE /users/:id/single-sign-on': [
    async (server) => {
      const { id } = await makeUser(server);
      await server.database.pool.query(
        `insert into provider_accounts (issuer, subject, user_id, linked_at)
          values ('https://id.example', $1::text, $1::integer, now())`,
        [String(id)],
      );
      return byAdmin((client) => () => client.delete(`/users/${id}/single-sign-on`))(server);
    },
  ],
  'POST /api-keys': [
    byAdmin((client) => () => client.post('/api-keys', { name: 'ERP', role_id: 2 })),
  ],
  'PUT /api-keys/:id': [
    byAdmin(async (client) => {
      const { id } = await makeKey(client, { role_id: 2 });
      return () => client.put(`/api-keys/${id}`, { role_id: 3 });
    }),
  ],
  'POST /api-keys/:id/rotate': [
    byAdmin(async (client) => {
      const { id } = await makeKey(client, { role_id: 2 });
      return () => client.post(`/api-keys/${id}/rotate`, {});
    }),
  ],
  'POST /roles': [byAdmin((client) => () => client.post('/roles', { name: nameOf('Made') }))],
  'PUT /roles/:id': [
    byAdmin(async (client) => {
      const { id } = await makeRole(client, {});
      return () => client.put(`/roles/${id}`, { rights: { leads: { read: 'all' } } });
    }),
  ],
  'DELETE /roles/:id': [
    byAdmin(async (client) => {
      const { id } = await makeRole(client, {});
      return () => client.delete(`/roles/${id}`);
    }),
  ],
  'PUT /settings': [
    turnOff('user_second_factor_required'),
    turnOff('workspace_isolation'),
    turnOff('e_invoice_certificates', inventedCertificate, null),
    ...papers.map((values) => byAdmin((client) => () => client.put('/settings', values()))),
  ],
  'PUT /billing/profile': [
    byAdmin((client) => () => client.put('/billing/profile', { company_name: nameOf('Evil') })),
  ],
  'POST /billing/payment-methods': [
    byAdmin((client) => () => client.post('/billing/payment-methods', evilBank)),
  ],
  'PUT /billing/payment-methods/:id': [
    byAdmin(async (client) => {
      const { data } = (await client.post<{ id: number }>('/billing/payment-methods', card)).body;
      return () => client.put(`/billing/payment-methods/${data.id}`, { is_default: true });
    }),
  ],
  'DELETE /billing/payment-methods/:id': [
    byAdmin(async (client) => {
      const { data } = (await client.post<{ id: number }>('/billing/payment-methods', card)).body;
      return () => client.delete(`/billing/payment-methods/${data.id}`);
    }),
  ],
  'DELETE /custom-fields/:id': [
    byAdmin(async (client) => {
      const field = { kind: 'leads', label: 'Machine Model', type: 'text', is_active: false };
      const { data } = (await client.post<{ id: number }>('/custom-fields', field)).body;
      return () => client.delete(`/custom-fields/${data.id}`);
    }),
  ],
  'POST /users/invite': [
    byAdmin((client) => () => client.post('/users/invite', invitationBody({ role: 'admin' }))),
  ],
  'POST /users/invitations/:id/resend': [
    byAdmin(async (client) => {
      const { id } = await makeInvitation(client, { role: 'admin' });
      return () => client.post(`/users/invitations/${id}/resend`);
    }),
  ],
  'DELETE /workspaces/:id': [inWorkspace((client, { path }) => client.delete(path), false)],
  'POST /workspaces/:id/members': [
    inWorkspace(
      (client, { path, id }) => client.post(`${path}/members`, { user_id: id, role: 'member' }),
      false,
    ),
  ],
  'PUT /workspaces/:id/members/:user_id': [
    inWorkspace(
      (client, { path, id }) => client.put(`${path}/members/${id}`, { role: 'owner' }),
      true,
    ),
  ],
  'DELETE /workspaces/:id/members/:user_id': [
    inWorkspace((client, { path, id }) => client.delete(`${path}/members/${id}`), true),
  ],
  'POST /privacy/anonymize-data': [
    async (server) => {
      const { client } = await signInNew(server);
      const confirmation = confirmationPhrase;
      return { client, call: () => client.post('/privacy/anonymize-data', { confirmation }) };
    },
  ],
  'PUT /admin/retention': [
    byAdmin(async (client) => {
      await client.put('/admin/retention', { sessions: 90 });
      return () => client.put('/admin/retention', { sessions: 30 });
    }),
  ],
  'POST /auth/passkeys/options': [
    async (server) => {
      const { client } = await signInNew(server);
      return { client, call: () => client.post('/auth/passkeys/options') };
    },
  ],
  'DELETE /auth/passkeys/:id': [
    async (server) => {
      const { client } = await signInNew(server);
      const { passkey } = await addPasskey(client);
      return { client, call: () => client.delete(`/auth/passkeys/${passkey.id}`) };
    },
  ],
  'PUT /auth/security': [
    async (server) => {
      const { client } = await signInNew(server);
      await client.put('/auth/security', { session_timeout_minutes: 60 });
      const longer = { session_timeout_minutes: 120 };
      return { client, call: () => client.put('/auth/security', longer) };
    },
  ],
  'DELETE /auth/second-factor': [
    withFactor((client) => deleteWith(client, '/auth/second-factor', password)),
  ],
  'POST /auth/second-factor': [
    async (server) => {
      const { client: admin } = await signInNew(server, { role: 'admin' });
      const { id: role_id } = await makeRole(admin, {});
      await admin.put(`/roles/${role_id}`, { second_factor_required: true });
      const { client } = await signInNew(server, { role_id });
      const { authenticator } = await addPasskey(client);
      const proof = async () => ({
        passkey: authenticator.get(await optionsFor(client, 'sign-in')),
      });
      return { client, proof, call: () => client.post('/auth/second-factor', { password }) };
    },
  ],
  'PUT /auth/change-password': [
    withFactor((client) =>
      client.put('/auth/change-password', {
        currentPassword: password,
        newPassword: 'a much better one',
      }),
    ),
  ],
  'PUT /auth/me': [
    withFactor((client) =>
      client.put('/auth/me', { email: `other-${(names += 1)}@example.com`, password }),
    ),
  ],
};
