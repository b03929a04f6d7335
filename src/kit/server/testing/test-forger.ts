import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider does that is not what it should. */
export interface Misbehaviour {
  /** In addition to, or instead of, what an ID token of it says. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  hasWrongKey?: boolean;
  /** Answers this in the place of tokens. */
  response?: { status: number; type: string; text: string };
  /** Never answers when asked for tokens. */
  hangs?: boolean;
  /** In addition to, or instead of, what it sends the browser back with; null leaves something out. */
  back?: Record<string, string | null>;
}

/** A provider that asks no one for anything, and does what a test wants. */
export interface Forger {
  issuer: string;
  /** What it does from now on. */
  does: (misbehaviour: Misbehaviour) => void;
  close: () => Promise<void>;
}

export async function startForger(clientId: string): Promise<Forger> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nonces = new Map<string, string>();
  let now: Misbehaviour = {};
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/authorize') return sendBack(url, response);
    if (url.pathname === '/token') return void sendTokens(request, response);
    if (url.pathname === '/keys')
      return sendJson(response, {
        keys: [
          { ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' },
        ],
      });
    return sendJson(response, metadataOf(issuer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sendBack = ({ searchParams: parameters }: URL, response: ServerResponse): void => {
    const code = `code-${nonces.size + 1}`;
    nonces.set(code, parameters.get('nonce') ?? '');
    const back = new URL(parameters.get('redirect_uri') ?? '');
    const sent = { code, state: parameters.get('state'), ...now.back };
    for (const [name, value] of Object.entries(sent))
      if (value !== null) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  };
  const sendTokens = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const part of request) body += String(part);
    if (now.hangs) return;
    if (now.response) {
      const location = `${issuer}/elsewhere`;
      response.writeHead(now.response.status, { 'content-type': now.response.type, location });
      response.end(now.response.text);
      return;
    }
    const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '');
    const seconds = Math.floor(Date.now() / 1000);
    const times = { iat: seconds, exp: seconds + 300 };
    const claims = { iss: issuer, aud: clientId, sub: 'forged', ...times, nonce, ...now.claims };
    const key = now.hasWrongKey ? foreign.privateKey : own.privateKey;
    const id_token = signed({ alg: 'RS256', kid: 'own', ...now.header }, claims, key);
    sendJson(response, { access_token: 'of no use', token_type: 'Bearer', id_token });
  };
  return {
    issuer,
    does: (misbehaviour) => {
      now = misbehaviour;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

function signed(header: object, claims: object, key: KeyObject): string {
  const parts = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(key, 'base64url');
  return [...parts, signature].join('.');
}
