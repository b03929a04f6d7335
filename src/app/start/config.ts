import path from 'node:path';
import { StartError } from '~/kit/server/errors';
import { isNetwork } from '~/kit/server/http/networks';
import { readSmtpUrl } from '~/kit/server/mail/mail-transport';
import { isEmail } from '~/kit/shared/fields/contact';
import type { ProviderSettings } from '~/modules/organization/users/providers/providers.rules';
import { readProvider } from './provider-config';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  admin: { username: string; email: string; password: string | undefined };
  smtpUrl: string | undefined;
  mailFrom: string;
  publicUrl: string;
  behindProxy: boolean;
  /** Addresses and networks of proxies that are believed what they say of the client's address. */
  trustedProxies: readonly string[];
  /** Where webhooks and the like may go besides the public internet, and without encryption. */
  outboundNetworks: readonly string[];
  backupDir: string | undefined;
  backupPassphrase: string | undefined;
  provider: ProviderSettings | undefined;
  /** Lists of more rows are read by windows (docs/product/wire.md#very-long-lists). */
  longListRows: number;
  /** All files on records may have so many gigabytes together (docs/product/records.md#files). */
  filesGb: number;
  logLevel: string;
  /** The sample data to start with: those of a company with one rate, or by GST. */
  demo: 'single' | 'gst' | null;
}

type Environment = Record<string, string | undefined>;

type Read = (name: string) => string | undefined;

/**
 * Reads the variables of docs/product/running.md#environment; a wrong value throws a StartError that names the
 * variable.
 */
export function readConfig(environment: Environment, argv: readonly string[]): Config {
  const read: Read = (name) => environment[name]?.trim() || undefined;
  const port = portOf(read('PORT') ?? '3000');
  const host = read('HOST') ?? '127.0.0.1';
  if (/[\s/]/.test(host)) throw new StartError('HOST must be a host name or an IP address');
  return {
    port,
    host,
    dataDir: path.resolve(read('DATA_DIR') ?? 'data'),
    databaseUrl: databaseOf('DATABASE_URL', read),
    databaseDirectUrl: besideDatabase('DATABASE_DIRECT_URL', read),
    databaseReplicaUrl: besideDatabase('DATABASE_REPLICA_URL', read),
    admin: {
      username: usernameOf(read('ADMIN_USERNAME') ?? 'admin'),
      email: emailOf('ADMIN_EMAIL', read('ADMIN_EMAIL') ?? 'admin@example.com'),
      password: passwordOf(environment['ADMIN_PASSWORD']),
    },
    smtpUrl: smtpOf(read('SMTP_URL')),
    mailFrom: senderOf(read('MAIL_FROM') ?? 'Manufacturing CRM <no-reply@localhost>'),
    publicUrl: originOf(
      read('PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ),
    behindProxy: read('PUBLIC_URL') !== undefined,
    trustedProxies: networksOf('TRUSTED_PROXIES', read),
    outboundNetworks: networksOf('OUTBOUND_NETWORKS', read),
    backupDir: folderOf(read('BACKUP_DIR')),
    backupPassphrase: environment['BACKUP_PASSPHRASE'] || undefined,
    provider: readProvider(read),
    longListRows: countOf('LONG_LIST_ROWS', read('LONG_LIST_ROWS') ?? '250000', 999_999_999),
    filesGb: countOf('FILES_GB', read('FILES_GB') ?? '50', 1_000_000),
    logLevel: levelOf(read('LOG_LEVEL') ?? 'info'),
    demo: demoOf(argv),
  };
}

function demoOf(argv: readonly string[]): Config['demo'] {
  const demoArgument = argv.find((each) => /^--demo(=|$)/.test(each));
  if (demoArgument === undefined) return null;
  if (demoArgument === '--demo') return 'single';
  if (demoArgument === '--demo=gst') return 'gst';
  throw new StartError(`Unknown option ${demoArgument}. Use --demo or --demo=gst for sample data`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new StartError(`PORT must be a number from 0 to 65535, not "${text}"`);
  return port;
}

function countOf(name: string, text: string, most: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text);
  throw new StartError(`${name} must be a whole number from 0 to ${most}, not "${text}"`);
}

/** The message never contains the value, which may hold a password. */
function urlOf(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new StartError(
    `${name} must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
  );
}

/** Each part of it is read here, so that a wrong one stops the start before there is a database. */
function smtpOf(text: string | undefined): string | undefined {
  const url = urlOf('SMTP_URL', text, ['smtp:', 'smtps:']);
  if (url !== undefined) readSmtpUrl(url);
  return url;
}

function databaseOf(name: string, read: Read): string | undefined {
  return urlOf(name, read(name), ['postgres:', 'postgresql:']);
}

function besideDatabase(name: string, read: Read): string | undefined {
  const url = databaseOf(name, read);
  if (url !== undefined && read('DATABASE_URL') === undefined)
    throw new StartError(`${name} can only be set together with DATABASE_URL`);
  return url;
}

function folderOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : path.resolve(text);
}

function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new StartError(
    `PUBLIC_URL must be an address that starts with http:// or https://, not "${text}"`,
  );
}

function networksOf(name: string, read: Read): string[] {
  const named = (read(name) ?? '').split(',').map((each) => each.trim());
  const networks = named.filter((each) => each !== '');
  const wrong = networks.find((each) => !isNetwork(each) || each.endsWith('/0'));
  if (wrong === undefined) return networks;
  throw new StartError(
    `${name} must be addresses or networks such as 10.0.0.5, 10.0.0.0/8, separated by commas, not "${wrong}"`,
  );
}

function usernameOf(text: string): string {
  if (text.length < 3 || text.length > 50)
    throw new StartError('ADMIN_USERNAME must have 3 to 50 characters');
  return text;
}

function emailOf(name: string, text: string): string {
  if (isEmail(text)) return text;
  throw new StartError(`${name} must be an email address, not "${text}"`);
}

function senderOf(text: string): string {
  if (/[\r\n]/.test(text) || !text.includes('@'))
    throw new StartError('MAIL_FROM must be a sender such as "Sales <sales@example.com>"');
  return text;
}

function passwordOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (text.length < 6 || text.length > 200)
    throw new StartError('ADMIN_PASSWORD must have 6 to 200 characters');
  return text;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function levelOf(text: string): string {
  if (levels.includes(text)) return text;
  throw new StartError(`LOG_LEVEL must be one of ${levels.join(', ')}, not "${text}"`);
}
