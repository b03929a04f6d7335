import { randomOf } from './random';

const line = (text: string) => `${text}\r\n`;
const host = line('host: x');
const login = line('POST /api/auth/login HTTP/1.1') + host + line('content-type: application/json');
const health = line('GET /api/health HTTP/1.1') + host;
const end = line('connection: close') + line('');

/** Requests that are no HTTP, or leave open where they end. */
const wires: readonly string[] = [
  line(''),
  line('NONSENSE'),
  line('GET /api/health') + line(''),
  line('GET /api/health HTTP/9.9') + host + end,
  line('GET  /api/health HTTP/1.1') + host + end,
  line('GET /api/\u0000 HTTP/1.1') + host + end,
  line('GET /api/health HTTP/1.1') + end,
  health + line('no colon') + end,
  health + line('a b: c') + end,
  health + line('x: \u0000') + end,
  health + line(' folded: yes') + end,
  health + line(`x: ${'y'.repeat(20_000)}`) + end,
  health + 'x: y\r\n'.repeat(3000) + end,
  login + line('content-length: 10') + end + '{}',
  login + line('content-length: 2') + end + '{}{}{}',
  login + line('content-length: -1') + end + '{}',
  login + line('content-length: 2') + line('content-length: 3') + end + '{}',
  login + line('content-length: 99999999999999999999') + end + '{}',
  login + line('content-length: 2') + line('transfer-encoding: chunked') + end + '0\r\n\r\n',
  login + line('transfer-encoding: chunked, chunked') + end + '0\r\n\r\n',
  login + line('transfer-encoding: chunked') + end + 'zz\r\n{}\r\n0\r\n\r\n',
  login + line('transfer-encoding: chunked') + end + 'ffffffffffffffff\r\n{}',
  login + line('transfer-encoding: chunked') + end + `1;${'x'.repeat(20_000)}\r\n{\r\n`,
  login + line('transfer-encoding: identity') + end + '{}',
  health + line('') + health + end,
  health + line('') + line('NONSENSE'),
  health + line('connection: upgrade') + line('upgrade: websocket') + line(''),
  line('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1') +
    host +
    line('connection: upgrade') +
    line('upgrade: websocket') +
    line(''),
  line('GET /socket.io/?EIO=4&transport=nothing HTTP/1.1') + host + end,
  line('CONNECT evil.example:443 HTTP/1.1') + host + end,
  line('PRI * HTTP/2.0') + line('') + 'SM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

/** Bytes that are hardly a request; some are cut off, in some one byte is another. */
export function hostileBytes(seed: number, place: number): Buffer {
  const random = randomOf(seed ^ 0x5f, place);
  const bytes = Buffer.from(random.pick(wires), 'latin1');
  const kind = random.between(0, 5);
  if (kind === 0) return bytes.subarray(0, random.between(0, bytes.length));
  if (kind === 1) bytes[random.between(0, bytes.length - 1)] = random.between(0, 255);
  return bytes;
}

/** What is wrong with what the server says to such bytes; it may hang up without a word. */
export function bytesFaultOf(answer: string): string | null {
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) =>
    Number(status),
  );
  if (statuses.some((status) => status >= 500)) return `answered ${statuses.join(', ')}`;
  const refused = statuses.filter((status) => status >= 400).length;
  const said = answer.split('"success":false').length - 1;
  // What sockets ask for is answered by their own protocol.
  const isLive = answer.includes('"message":');
  return refused > said && !isLive ? `a refusal without its form: ${answer.slice(0, 200)}` : null;
}
