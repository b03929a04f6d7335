import { lookup, Resolver } from 'node:dns/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { reasonOf } from '~/kit/server/errors';
import { isPublic, networkList } from './addresses';

/** An address is refused, or a call got no status; the message is for a person. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** So much of the answer is read, and for so long after its status. */
  mostBytes?: number;
  bodyMs?: number;
  /** Breaks the call off. */
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the body was read to its end. */
  isWhole: boolean;
  /** From the start of the call to its status. */
  ms: number;
}

export interface Outbound {
  /** Throws OutboundError where an address is none that may be called. */
  check: (url: string) => Promise<void>;
  /** Calls a server of others; redirects are not followed. Throws OutboundError without a status in 15 seconds. */
  send: (request: OutboundRequest) => Promise<OutboundResponse>;
}

/** The addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const statusMs = 15_000;
const mostIdle = 2;

/**
 * Calls to servers of others (docs/product/webhooks.md#addresses): encrypted and to public addresses alone, but for the
 * networks that the operator opens. A connection goes to the addresses that were checked, even if its name leads elsewhere later.
 */
export function createOutbound(
  networks: readonly string[],
  { resolve = resolveName, limitMs = statusMs }: { resolve?: Resolve; limitMs?: number } = {},
): Outbound {
  const opened = networkList(networks);
  const permitted = async (host: string, isEncrypted: boolean): Promise<string[]> => {
    const all = isIP(host) === 0 ? await resolve(host) : [host];
    const open = all.filter((each) => opened.has(each));
    if (open.length > 0) return open;
    if (!isEncrypted) throw new OutboundError('The address must start with https://');
    if (all.length > 0 && all.every(isPublic)) return [...all];
    throw new OutboundError('The address leads to a private network');
  };
  const lookupFor =
    (isEncrypted: boolean): LookupFunction =>
    (host, { all }, done) => {
      permitted(host, isEncrypted).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          if (all) done(null, found);
          else done(null, found[0]?.address ?? '', found[0]?.family);
        },
        (error: Error) => done(error, []),
      );
    };
  const agentOptions = { keepAlive: true, maxFreeSockets: mostIdle, timeout: 2 * limitMs };
  const agents = {
    'http:': new http.Agent({ ...agentOptions, lookup: lookupFor(false) }),
    'https:': new https.Agent({ ...agentOptions, lookup: lookupFor(true) }),
  };
  const check = async (url: string) => {
    const { hostname, protocol } = readAddress(url);
    await permitted(bare(hostname), protocol === 'https:').catch(explain);
  };
  return {
    check,
    send: async (request) => {
      const address = readAddress(request.url);
      // Without a name to look up, a connection asks no one.
      if (isIP(bare(address.hostname)) !== 0) await check(request.url);
      const agent = agents[address.protocol === 'https:' ? 'https:' : 'http:'];
      return call(address, { ...request, agent, limitMs }).catch(explain);
    },
  };
}

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OutboundError('The address must start with https://');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('The address cannot contain a user name or password');
  return url;
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function explain(error: unknown): never {
  if (error instanceof OutboundError) throw error;
  const reason = reasonOf(error);
  throw new OutboundError(reason ? `Not reached: ${reason}` : 'Not reached');
}

/** Asked directly: lookups by the system wait in the few threads that files and passwords need too. */
async function resolveName(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 4000, tries: 1 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (addresses.length > 0) return addresses;
  const isSilent = found.some(
    (each) => each.status === 'rejected' && (each.reason as { code?: string }).code === 'ETIMEOUT',
  );
  if (isSilent) throw new OutboundError('Not reached: its name was not found in time');
  // The names of this machine and its network are known to the system alone.
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

interface Call extends OutboundRequest {
  agent: http.Agent;
  limitMs: number;
}

const isBroken = (error: Error) => 'code' in error && /ECONNRESET|EPIPE/.test(String(error.code));

function call(address: URL, sent: Call): Promise<OutboundResponse> {
  const { method = 'POST', headers, body, agent, limitMs, signal } = sent;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = (address.protocol === 'https:' ? https : http).request(address, {
      method,
      agent,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) },
      ...(signal ? { signal } : {}),
    });
    const timer = setTimeout(
      () => request.destroy(new OutboundError(`No answer within ${limitMs / 1000} seconds`)),
      limitMs,
    );
    let isAnswered = false;
    request.on('error', (error) => {
      clearTimeout(timer);
      if (isAnswered) return;
      // The other side had closed the connection that was left of an earlier call.
      if (request.reusedSocket && isBroken(error)) resolve(call(address, sent));
      else reject(error);
    });
    request.on('response', (response) => {
      isAnswered = true;
      clearTimeout(timer);
      const { statusCode: status = 0, headers } = response;
      const ms = Math.round(performance.now() - start);
      void readBody(response, sent).then((read) => resolve({ status, headers, ms, ...read }));
    });
    request.end(body);
  });
}

function readBody(
  response: http.IncomingMessage,
  { mostBytes = 64 * 1024, bodyMs = 1000 }: OutboundRequest,
): Promise<Pick<OutboundResponse, 'body' | 'isWhole'>> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      if (!isWhole) response.destroy();
      resolve({ body: Buffer.concat(parts).subarray(0, mostBytes), isWhole });
    };
    const timer = setTimeout(() => end(false), bodyMs);
    response.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > mostBytes) end(false);
    });
    response.on('end', () => end(true));
    response.on('error', () => end(false));
  });
}
