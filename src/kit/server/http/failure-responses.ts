import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { statusOf, undeclaredCode } from '~/kit/server/errors';
import { describeFailure } from './failures';

/** Answers every error in one form (docs/product/wire.md#envelope), and logs those that are the server's fault. */
export function respondToFailures(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = describeFailure(error, request.id);
    request.refusedWith = failure.code;
    if (failure.unexpected) request.log.error({ err: error }, 'request failed');
    const { config, url = '' } = request.routeOptions;
    if (config.errors?.includes(failure.code) === false) {
      const call = `${request.method} ${url.replace('/api', '')}`;
      request.log.error({ code: failure.code, call }, undeclaredCode);
    }
    reply.removeHeader('content-encoding').removeHeader('etag');
    // The rest of the request may never come (RFC 9110 §15.5.9).
    if (failure.status === 408) reply.header('connection', 'close');
    // A client that is cut off while it sends does not read the answer.
    if (failure.status === 413 && isSoonOver(request)) reply.removeHeader('connection');
    if (failure.retryAfterSeconds !== undefined)
      reply.header('retry-after', failure.retryAfterSeconds);
    return reply
      .code(failure.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send({
        success: false,
        error: failure.message,
        code: failure.code,
        ...(failure.details ? { details: failure.details } : {}),
        ...(failure.data === undefined ? {} : { data: failure.data }),
      });
  });
}

const mostUnreadBytes = 100_000_000;

/** Whether the rest of a request is so short that it is taken in, unread, and the connection kept. */
function isSoonOver({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) <= mostUnreadBytes;
}

/** An address that the router can read: a `%` that begins no UTF-8 character is taken literally. */
export function readableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(path: string): boolean {
  try {
    // The result is used: a bundler leaves out a decoding that no one looks at.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

const connectionFailures: Record<string, [ErrorCode, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request.timeout', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: ['request.headers_too_large', 'The headers of the request are too large'],
};

const unreadable: [ErrorCode, string] = ['request.malformed', 'The request cannot be read'];

type Headers = Readonly<Record<string, string>>;

export function respondToConnectionFailure(
  error: ConnectionError,
  socket: Socket,
  headers: Headers,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const refusal = connectionFailures[error.code] ?? unreadable;
  writeRefusal(socket, refusal, headers, isHead(error) ? 'HEAD' : 'GET');
  socket.destroy(error);
}

/** A client that asks for the head only takes a body for the next answer. */
function isHead({ rawPacket }: ConnectionError): boolean {
  const packet: unknown = rawPacket;
  return Buffer.isBuffer(packet) && packet.toString('latin1', 0, 5) === 'HEAD ';
}

/**
 * Refuses what Node would leave without an answer in our form: a change of protocol anywhere but at `livePath`, which
 * would hold a kept connection forever or is not done as RFC 6455 §4.1 says, and an expectation that it does not know.
 */
export function refuseOtherProtocols(server: Server, livePath: string, headers: Headers): void {
  const refuse = ({ socket, method }: IncomingMessage) => {
    // Node no longer listens on a connection that changes its protocol.
    socket.on('error', () => undefined);
    writeRefusal(socket, unreadable, headers, method);
    socket.destroySoon();
  };
  server.on('upgrade', (request: IncomingMessage) => {
    const { url = '', headers: sent } = request;
    const key = sent['sec-websocket-key'] ?? '';
    const isHandshake = /^[+/0-9A-Za-z]{22}==$/.test(key) && sent['sec-websocket-version'] === '13';
    if (!url.startsWith(livePath) || !isHandshake) refuse(request);
  });
  server.on('checkExpectation', refuse);
}

function writeRefusal(
  socket: Socket,
  [code, message]: [ErrorCode, string],
  headers: Headers,
  method = 'GET',
): void {
  const status = statusOf(code);
  const body = JSON.stringify({ success: false, error: message, code } satisfies WireError);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable)
    socket.write(`${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`);
}

interface WireError {
  success: false;
  error: string;
  code: ErrorCode;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    errors?: readonly ErrorCode[];
  }
  interface FastifyRequest {
    /** For the log: the code of the refusal that it was answered with. */
    refusedWith: ErrorCode | null;
  }
}
