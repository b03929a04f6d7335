import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import { AppError } from '~/kit/server/errors';
import { createLimiter } from '~/kit/server/limiter';
import {
  clockTolerance,
  type Identity,
  identityOf,
  type ProviderSettings,
  type Refused,
} from '../providers.rules';

/** What is sent along with a sign-in and has to come back with it, all made of the token in the browser's cookie. */
interface Proofs {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Provider {
  settings: ProviderSettings;
  /** Whether it answers, found out again when that was last asked some seconds ago. */
  isReachable: (now: Date) => Promise<boolean>;
  /** Where to send the browser; null while the provider does not answer. `again` has it ask whom it knows already. */
  addressOf: (token: string, now: Date, again?: 'again') => Promise<string | null>;
  /** Whether this address answers what the browser with this token was sent with. */
  isResponse: (token: string, back: URL) => boolean;
  /** Who came back with this address, or why no one did. */
  whoCame: (token: string, back: URL, now: Date) => Promise<Identity | Refused>;
}

interface Log {
  warn: (details: object, message: string) => void;
}

/** Of each call to the provider, in seconds. */
const callSeconds = 5;
/** An answer about where the provider's calls are, or that there is none, holds so long. */
const freshMs = 10_000;
const mostBytes = 1_000_000;

/** The company's provider of identities; it is called only when someone wants to sign in. */
export function createProvider(
  settings: ProviderSettings,
  { callback, log }: { callback: string; log: Log },
): Provider {
  const lane = createLimiter({
    running: 40,
    waiting: 400,
    message: 'Too many people are signing in. Please try again in a moment.',
    retryAfterSeconds: 2,
  });
  let last: { found: oidc.Configuration | null; at: number } | null = null;
  let discovery: Promise<oidc.Configuration | null> | null = null;

  const ask = async (now: Date): Promise<oidc.Configuration | null> => {
    const found = await discover(settings).catch((error: unknown) => {
      log.warn(describe(error), 'single sign-on: the provider does not answer');
      return null;
    });
    last = { found, at: now.getTime() };
    return found;
  };
  const reach = (now: Date): Promise<oidc.Configuration | null> => {
    if (last && Math.abs(now.getTime() - last.at) < freshMs) return Promise.resolve(last.found);
    discovery ??= ask(now).finally(() => {
      discovery = null;
    });
    return discovery;
  };

  return {
    settings,
    isReachable: async (now) => (await reach(now)) !== null,
    addressOf: async (token, now, again) => {
      const found = await reach(now);
      if (!found) return null;
      const { state, nonce, verifier } = proofsOf(token);
      const address = oidc.buildAuthorizationUrl(found, {
        redirect_uri: callback,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
      });
      return address.href;
    },
    isResponse: (token, back) => back.searchParams.get('state') === proofsOf(token).state,
    whoCame: async (token, back, now) => {
      const found = last?.found ?? (await reach(now));
      if (!found) return 'unreachable';
      try {
        return await lane.run(() => identify(found, settings, { back, proofs: proofsOf(token) }));
      } catch (error) {
        const reason = reasonOf(error);
        log.warn({ ...describe(error), reason }, 'single sign-on: sign-in refused');
        return reason;
      }
    },
  };
}

function proofsOf(token: string): Proofs {
  const derived = (kind: string) => createHmac('sha256', token).update(kind).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}

function discover({ issuer, clientId, clientSecret }: ProviderSettings) {
  const plain = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const metadata = {
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    [oidc.clockTolerance]: clockTolerance,
  };
  return oidc.discovery(new URL(issuer), clientId, metadata, authenticationOf(clientSecret), {
    execute: [...plain, oidc.enableNonRepudiationChecks],
    timeout: callSeconds,
    [oidc.customFetch]: fetchBounded,
  });
}

/** By the header unless the provider lists only the form: what OpenID Connect takes for granted. */
function authenticationOf(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (ways.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Nothing that a provider answers is longer than this, however much it sends. */
const fetchBounded: oidc.CustomFetch = async (url, { body, ...options }) => {
  const sent = body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null);
  const response = await fetch(url, { ...options, body: sent });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > mostBytes) throw new TypeError('The provider’s answer is too long');
    parts.push(part);
  }
  const { status, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers });
};

async function identify(
  found: oidc.Configuration,
  { roleClaim, roles }: ProviderSettings,
  { back, proofs }: { back: URL; proofs: Proofs },
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(found, back, {
    expectedState: proofs.state,
    expectedNonce: proofs.nonce,
    pkceCodeVerifier: proofs.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The library has let an answer pass without an ID token');
  const token = identityOf(claims, {}, roleClaim);
  const isWhole = token.email !== null && (roles === null || token.roles.length > 0);
  if (isWhole || found.serverMetadata().userinfo_endpoint === undefined) return token;
  const more = await oidc.fetchUserInfo(found, tokens.access_token, claims.sub);
  return identityOf(claims, more, roleClaim);
}

const unreachableCodes: readonly string[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];

function reasonOf(error: unknown): Refused {
  if (error instanceof AppError) return 'busy';
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'refused';
  if (error instanceof oidc.ResponseBodyError)
    return error.status >= 500 ? 'unreachable' : 'refused';
  if (error instanceof TypeError) return 'unreachable';
  if (!(error instanceof oidc.ClientError)) return 'untrusted';
  const isDown = unreachableCodes.includes(error.code ?? '') || isServersFault(error.cause);
  return isDown ? 'unreachable' : 'untrusted';
}

function isServersFault(cause: unknown): boolean {
  return cause instanceof Response && cause.status >= 500;
}

/** What of a failure is sent to the log: never the answer itself, which may hold tokens. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const reported =
    error instanceof oidc.AuthorizationResponseError ? { reported: error.error } : {};
  const inner = error.cause instanceof Error ? { cause: error.cause.message } : {};
  const code = 'code' in error ? { code: error.code } : {};
  return { failure: error.message, ...code, ...reported, ...inner };
}
