import { isIP } from 'node:net';
import { z } from 'zod';
import { StartError } from '~/kit/server/errors';
import type {
  ProviderSettings,
  RoleMap,
} from '~/modules/organization/users/providers/providers.rules';

type Read = (name: string) => string | undefined;

/** The sign-in provider of docs/product/single-sign-on.md#settings; undefined without OIDC_ISSUER. */
export function readProvider(read: Read): ProviderSettings | undefined {
  const issuer = read('OIDC_ISSUER');
  const clientId = read('OIDC_CLIENT_ID');
  const roles = rolesOf(read('OIDC_ROLE_MAP'));
  const createsUsers = flagOf('OIDC_CREATE_USERS', read('OIDC_CREATE_USERS'));
  if (issuer === undefined) {
    if (clientId !== undefined)
      throw new StartError('OIDC_CLIENT_ID can only be set together with OIDC_ISSUER');
    return undefined;
  }
  if (clientId === undefined) throw new StartError('OIDC_CLIENT_ID is required with OIDC_ISSUER');
  if (createsUsers && !roles)
    throw new StartError(
      'OIDC_CREATE_USERS requires OIDC_ROLE_MAP, which sets the role of new users',
    );
  return {
    issuer: issuerOf(issuer),
    clientId,
    clientSecret: read('OIDC_CLIENT_SECRET'),
    scope: scopeOf(read('OIDC_SCOPE') ?? 'openid email profile'),
    roleClaim: read('OIDC_ROLE_CLAIM') ?? 'groups',
    roles,
    createsUsers,
  };
}

function issuerOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))))
    return text;
  throw new StartError(
    'OIDC_ISSUER must start with https:// (http:// is allowed for localhost only)',
  );
}

/** Whether an address belongs to this machine, where no one can listen in. */
function isLoopback({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function scopeOf(text: string): string {
  if (/^[\x21-\x7e ]+$/.test(text) && text.split(' ').includes('openid')) return text;
  throw new StartError(
    'OIDC_SCOPE must be a list of scopes that includes openid, such as "openid email profile"',
  );
}

const mapSchema = z.record(z.string().min(1), z.string().min(1));

function rolesOf(text: string | undefined): RoleMap | null {
  if (text === undefined) return null;
  const map = mapSchema.safeParse(parsed(text));
  if (map.success && Object.keys(map.data).length > 0) return Object.entries(map.data);
  throw new StartError(
    'OIDC_ROLE_MAP must be JSON such as {"crm-admins":"Administrator","*":"Viewer"}',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function flagOf(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  throw new StartError(`${name} must be true or false`);
}
