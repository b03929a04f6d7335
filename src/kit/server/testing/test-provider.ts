import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A provider of identities on its own port, as a company runs one. */
export interface TestProvider {
  issuer: string;
  /** What it says of whom, by the name that is typed at its sign-in form. */
  people: Record<string, Record<string, unknown>>;
  /** No one answers at its address, until it is started again. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export const testClient = { id: 'crm', secret: 'a secret of the client' };

/** `callback` is the address to which it sends people back; it may become known after the start. */
export async function startTestProvider(callback: () => string): Promise<TestProvider> {
  let provider: Provider | null = null;
  const people: TestProvider['people'] = {};
  const server = createServer((request, response) => {
    provider ??= createProvider(issuer, { callback: callback(), people });
    void respond(provider, request, response);
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    people,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    start: () => listen(server, port),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function createProvider(
  issuer: string,
  { callback, people }: Pick<TestProvider, 'people'> & { callback: string },
): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [callback],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of the test'] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    ttl: { Grant: 600, Session: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: `subject of ${id}`, ...people[id] }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (accountId === undefined || clientId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Its sign-in form asks for a name and for nothing else. */
async function respond(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) {
    await provider.callback()(request, response);
    return;
  }
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Provider</title><form method="post">
      <label>Name <input name="login"></label><button>Continue</button>
      <button name="cancel" value="yes">Cancel</button></form>`);
    return;
  }
  let body = '';
  for await (const part of request) body += String(part);
  const typed = new URLSearchParams(body);
  const result = typed.has('cancel')
    ? { error: 'access_denied', error_description: 'cancelled by the person' }
    : { login: { accountId: typed.get('login') ?? '' } };
  await provider.interactionFinished(request, response, result);
}
