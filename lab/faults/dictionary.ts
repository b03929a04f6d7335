const each = <T>(...values: T[]): T[] => values;
/** The words of a text. */
const labels = (text: string): string[] => text.trim().split(/\s+/);
/** The parts of a text between its marks; a part may be empty or hold spaces. */
const parts = (text: string): string[] => text.split(' ¦ ');
const deep = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);

/** Texts that are something else to one of the programs that they pass through. */
export const texts: readonly string[] = [
  ...parts(
    ` ¦ '; drop table leads; -- ¦ " onerror=alert(1) x=" ¦ =HYPERLINK("http://x") ¦ [object Object]`,
  ),
  ...labels(String.raw`<script>alert(1)</script> \${7*7}{{7*7}}%s%n%x ../../../../etc/passwd \ % %_\% %00 {"a":1} {1,2}
    NaN Infinity -1 1e309 0x10 １２ 999999999999999999999999 null true infinity epoch a@b 2026-02-30 0000-00-00
    99999-01-01 2026-11-22T25:61:61Z`),
  ...parts(
    '\u0000 ¦ a\u0000b ¦ \ud800 ¦ \u202e\u2066abc ¦ \ufeff\u200b\u00a0 ¦ \r\nSet-Cookie: a=b',
  ),
  ...each('﷽'.repeat(300), 'e\u0301'.repeat(100), '👩‍🏭'.repeat(50), `a@${'b'.repeat(300)}.com`),
  ...each('x'.repeat(201), 'x'.repeat(70_000)),
];

export const numbers: readonly number[] = labels(
  `0 -0 -1 0.001 0.30000000000000004 1e-320 1e21 1e300 -1e300 123.456 32768 2147483647 2147483648 -2147483648
   9007199254740992 9007199254740994 9223372036854775808 999999999999.99 999999999999999`,
).map(Number);

/** `undefined` leaves a field out. */
export const others: readonly unknown[] = [
  ...(JSON.parse(
    '[null, true, false, [], {}, [[]], [null], [{}], {"id": 1}, {"$ne": null}]',
  ) as unknown[]),
  ...each(undefined, deep(100)),
  { toString: 1, valueOf: 1, length: -1 },
  Array.from({ length: 1001 }, () => 1),
  Array.from({ length: 1001 }, () => ({})),
];

/** Fields that a body does not have, or not for everyone. */
export const fields: readonly string[] = [
  ...labels(`__proto__ constructor prototype toString hasOwnProperty id role role_id is_admin rights password_hash
    workspace_id created_by updated_at created_at invoice_number paid_amount stock_quantity 0 a.b a'b`),
  ...each('', ' ', 'é'.repeat(500)),
];

/** Texts to put into an address in the place of an id. */
export const ids: readonly string[] = [
  ...labels(`0 -1 +1 1.5 1e3 0x1 %20 1%20 %00 1%00 %zz % %c0%af %2e%2e .. . 1;2 1,2 1%0a %EF%BC%91 2147483648
    9007199254740993 999999999999999 null undefined NaN me * 1'-- [1] __proto__ 1/../2 1%2f..%2f2`),
  ...each('9'.repeat(16), '9'.repeat(5000)),
];

/** What becomes of a usual address. */
export const addresses: readonly ((path: string) => string)[] = [
  ...labels(`/ // /.. /..;/ /%2e%2e %2f .json #x %00 \u00e9 ;x=1 /1/2/3`).map(
    (tail) => (path: string) => `${path}${tail}`,
  ),
  ...['//api//', '/api/../api/', '/API/', '/api/%2e%2e/', '/api/./'].map(
    (root) => (path: string) => path.replace('/api/', root),
  ),
  (path) => `http://evil.example${path}`,
  (path) => path.toUpperCase(),
];

export const parameters: readonly string[] = [
  ...labels('q limit since ids __proto__ a[b][c] a[] %00 sort'),
  '',
];

export const methods = labels('GET POST PUT DELETE PATCH OPTIONS HEAD TRACE PROPFIND');

export const bodies: readonly (string | Buffer)[] = [
  ...labels(String.raw`null 1 "x" [] { {"a": {"a":1}} {a:1} {'a':1} {"a":NaN} {"a":1e999} {"a":01} {"__proto__":{"a":1}}
    {"constructor":{"prototype":{"a":1}}} {"id":1,"id":2} {"a":"\ud800"} {"a":"\u0000"} a=1&b=2 <a/>`),
  ...each('', ' ', '\ufeff{}'),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  `${'['.repeat(20_000)}1${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"a":"${'x'.repeat(1_000_100)}"}`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"f${at}":1`).join(',')}}`,
];

export const contentTypes: readonly string[] = [
  ...each('application/json', 'application/json', 'application/json; charset=utf-16', '', ','),
  ...labels(`text/plain application/x-www-form-urlencoded application/xml application/JSON; application/jsonp */*
    a/b;c=d;e`),
];

/** `extra-cookie` is sent besides the session, without which it would only be a request of no one. */
export const headers: readonly Readonly<Record<string, string | string[]>>[] = [
  ...['k', '', 'k'.repeat(201), '\u00fc\u00ff', ['a', 'b']].map((key) => ({
    'idempotency-key': key,
  })),
  ...['*', 'W/"', '"a",'.repeat(2000)].map((tag) => ({ 'if-none-match': tag })),
  ...['br;q=1, gzip;q=0, *;q=0', 'gzip,'.repeat(500)].map((each) => ({ 'accept-encoding': each })),
  ...['100-continue', 'something'].map((expect) => ({ expect })),
  ...['https://evil.example', 'null'].map((origin) => ({ origin })),
  ...['evil.example:99999', ''].map((host) => ({ host })),
  ...['\u00e9'.repeat(4000), ''].map((each) => ({ 'user-agent': each })),
  { accept: 'text/html;q=0.1, image/png', range: 'bytes=0-1,5-,-99999999999999999999' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'gzip, chunked' },
  { referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': '1.2.3.4, '.repeat(500) },
  { 'x-forwarded-for': '\u00ff, ::1%x, 999.1.1.1', 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'javascript', 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'x'.repeat(4000), authorization: 'Basic Og==' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { 'if-modified-since': 'never', 'idle-seconds': '-1', 'x-idle-seconds': 'NaN' },
  ...[
    ...labels('access= access=%00 access=% access = ;;; __proto__=1 \u00ff=\u00ff device=\u00ff'),
    ...each('access=a; access=b', 'refresh=x; device=%zz'),
    ...each(`access=${'x'.repeat(8000)}`, 'a=b; '.repeat(1000)),
  ].map((cookie) => ({ 'extra-cookie': cookie })),
];

const csvHead = 'product_name,sku_code,unit_price,stock_quantity';

/** Contents of files: tables and images, neither of them whole. */
export const files: readonly (string | Buffer)[] = [
  ...parts(
    ` ¦ \n ¦ \nBolt,B-1,1,1 ¦ \n"Bolt,B-1,1,1 ¦ \n"Bolt"",""B"",1,1\n ¦ \nBolt\u0000,B-3,1,1\n ¦ \n=cmd|' /C calc'!A0,"+1",-1,@1\n`,
  ).map((rows) => `${csvHead}${rows}`),
  ...each('', '\u0000\u0000', `${csvHead}\nBolt,B-2,NaN,-1\nBolt,B-2,1e309,99999999999\n`),
  `\ufeff${csvHead}\r\rBolt;B-4;1,5;1\r`,
  `${csvHead},${csvHead}\nBolt,B,1,1,Bolt,B,1,1\n`,
  `${'a,'.repeat(5000)}\n${'1,'.repeat(5000)}\n`,
  `${csvHead}\n${'x'.repeat(100_000)},B-5,1,1\n`,
  `${csvHead}\n${',,,\n'.repeat(2000)}`,
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  // The second is a PNG that says it is 65,535 by 65,535 pixels.
  ...labels(`89504e470d0a1a0a 89504e470d0a1a0a0000000d494844520000ffff0000ffff08060000005f3d1c3b ffd8ffe000104a464946
    524946460000000057454250565038 474946383961`).map((hex) => Buffer.from(hex, 'hex')),
];

export const fileNames: readonly string[] = [
  ...labels(String.raw`a.csv ../../etc/passwd ..\..\a.csv a%00.csv a".csv`),
  ...each('a\u0000.csv', 'a\r\nx: y', '', 'x'.repeat(5000), 'ü\u202e.csv'),
];

export const fileFields = [...labels('csvFile csvFile photo photo file __proto__'), ''];
export const formTypes: readonly string[] = [
  ...each('multipart/form-data; boundary=part', 'multipart/form-data; boundary=part'),
  ...each('multipart/form-data', 'multipart/form-data; boundary='),
  ...each(`multipart/form-data; boundary=${'b'.repeat(5000)}`, 'multipart/mixed; boundary=part'),
];
export const fileTypes = [
  ...labels('text/csv image/png application/octet-stream'),
  'x'.repeat(300),
];

const line = (text: string) => `${text}\r\n`;
const host = line('host: x');
const login = line('POST /api/auth/login HTTP/1.1') + host + line('content-type: application/json');
const health = line('GET /api/health HTTP/1.1') + host;
const end = line('connection: close') + line('');
const upgrade = line('connection: upgrade') + line('upgrade: websocket') + line('');
const live = (transport: string) =>
  line(`GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1`) + host;
const framed = (frame: string, body: string) => login + line(frame) + end + body;

/** Requests that are not valid HTTP, or that leave their end open. */
export const wires: readonly string[] = [
  ...each(line(''), line('NONSENSE'), line('GET /api/health') + line('')),
  ...['GET /api/health HTTP/9.9', 'GET  /api/health HTTP/1.1', 'GET /api/\u0000 HTTP/1.1'].map(
    (first) => line(first) + host + end,
  ),
  line('GET /api/health HTTP/1.1') + end,
  ...['no colon', 'a b: c', 'x: \u0000', ' folded: yes', `x: ${'y'.repeat(20_000)}`].map(
    (header) => health + line(header) + end,
  ),
  health + 'x: y\r\n'.repeat(3000) + end,
  framed('content-length: 10', '{}'),
  framed('content-length: 2', '{}{}{}'),
  framed('content-length: -1', '{}'),
  framed('content-length: 2\r\ncontent-length: 3', '{}'),
  framed('content-length: 99999999999999999999', '{}'),
  framed('content-length: 2\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
  framed('transfer-encoding: chunked, chunked', '0\r\n\r\n'),
  framed('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  framed('transfer-encoding: chunked', 'ffffffffffffffff\r\n{}'),
  framed('transfer-encoding: chunked', `1;${'x'.repeat(20_000)}\r\n{\r\n`),
  framed('transfer-encoding: identity', '{}'),
  health + line('') + health + end,
  health + line('') + line('NONSENSE'),
  health + upgrade,
  live('websocket') + upgrade,
  live('nothing') + end,
  line('CONNECT evil.example:443 HTTP/1.1') + host + end,
  line('PRI * HTTP/2.0') + line('') + 'SM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];
