import type { Operation } from './description';
import { hostileUpload } from './hostile-files';
import { hostileValue, spoiled, usualValue } from './hostile-values';
import { bodies, contentTypes, cookies, headerTricks, rawIds } from './hostile-wires';
import type { Sent } from '../../src/kit/server/testing/raw-http';
import { type Random, randomOf } from './random';

export interface HostileRequest extends Sent {
  /** With the seed it makes the request again. */
  place: number;
  caller: string;
  operation: Operation;
  headers: Record<string, string | string[]>;
  /** What was done to it. */
  tricks: string[];
  /** False where it may no longer be the call of its operation. */
  isOperation: boolean;
}

type Trick = (request: HostileRequest, random: Random) => void;

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(Buffer.from(text.slice(0, 9000)).toString());
};

const spoilPath: Trick = (request, random) => {
  const { operation } = request;
  if (!operation.path.includes('{')) return tailPath(request, random);
  const id = random.chance(0.7) ? random.pick(rawIds) : encoded(hostileValue(random));
  request.path = operation.path.replaceAll(/\{\w+\}/g, () => id);
  request.isOperation &&= /^[\w%'*,;+-]+$/.test(id) && id !== '' && !/^%(?:2e|zz|$)/.test(id);
};

const tailPath: Trick = (request, random) => {
  const tail = random.pick([
    '/',
    '//',
    '/..',
    '/..;/',
    '/%2e%2e',
    '%2f',
    '.json',
    '#x',
    '%00',
    '\u00e9',
    ';x=1',
    '/1/2/3',
  ]);
  request.path = `${request.path.split('?')[0]}${tail}`;
  request.isOperation = false;
};

const headPath: Trick = (request, random) => {
  const made = [
    request.path.replace('/api/', '//api//'),
    request.path.replace('/api/', '/api/../api/'),
    request.path.replace('/api/', '/API/'),
    request.path.replace('/api/', '/api/%2e%2e/'),
    request.path.replace('/api/', '/api/./'),
    `http://evil.example${request.path}`,
    request.path.toUpperCase(),
  ];
  request.path = random.pick(made);
  request.isOperation = false;
};

const spoilQuery: Trick = (request, random) => {
  const names = [
    ...request.operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    'q',
    'limit',
    'since',
    'ids',
    '__proto__',
    'a[b][c]',
    'a[]',
    '',
    '%00',
    'sort',
  ];
  const pairs = Array.from({ length: random.between(1, 3) }, () => {
    const value = random.chance(0.2)
      ? random.pick(['%', '%zz', '%00', '%ff'])
      : encoded(hostileValue(random));
    return `${random.pick(names)}=${value}`;
  });
  const query = random.chance(0.05) ? Array.from({ length: 500 }, () => pairs[0]) : pairs;
  request.path = `${request.path.split('?')[0]}?${query.join('&')}`.slice(0, 15_000);
};

const spoilMethod: Trick = (request, random) => {
  request.method = random.pick([
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'HEAD',
    'TRACE',
    'PROPFIND',
  ]);
  request.isOperation &&= request.method === request.operation.method;
};

const spoilBody: Trick = (request, random) => {
  const { operation } = request;
  let body: unknown = operation.body ? usualValue(operation.body, '', random) : {};
  const times = random.between(1, 3);
  for (let done = 0; done < times; done += 1) body = spoiled(body, random);
  request.body = JSON.stringify(body);
  request.headers['content-type'] = 'application/json';
};

const replaceBody: Trick = (request, random) => {
  const text = random.pick(bodies);
  request.body = random.chance(0.1) ? Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]) : text;
  request.headers['content-type'] = random.pick(contentTypes);
};

const uploadFile: Trick = (request, random) => {
  const { type, body } = hostileUpload(random);
  request.headers['content-type'] = type;
  request.body = body;
};

const spoilHeaders: Trick = (request, random) => {
  const { headers } = request;
  Object.assign(headers, random.pick(headerTricks));
  // The connection refuses these, before it is known which call they are for.
  if ('upgrade' in headers || 'expect' in headers) request.isOperation = false;
  // The session stays, or the request would only be one of nobody.
  if (random.chance(0.3)) headers['extra-cookie'] = random.pick(cookies);
};

const tricks: readonly (readonly [name: string, weight: number, trick: Trick])[] = [
  ['body', 8, spoilBody],
  ['path', 3, spoilPath],
  ['query', 3, spoilQuery],
  ['headers', 3, spoilHeaders],
  ['other body', 2, replaceBody],
  ['method', 1, spoilMethod],
  ['tail of path', 1, tailPath],
  ['head of path', 1, headPath],
  ['file', 1, uploadFile],
];

const dealt = tricks.flatMap(([name, weight, trick]) =>
  Array.from({ length: weight }, () => [name, trick] as const),
);

/**
 * One request for each place: operations in turn, each by every caller, then from the first again with other tricks.
 * A caller may be named several times.
 */
export function hostileRequest(
  operations: readonly Operation[],
  callers: readonly string[],
  { seed, place }: { seed: number; place: number },
): HostileRequest {
  const random = randomOf(seed, place);
  const operation = operations[place % operations.length];
  const caller = callers[Math.floor(place / operations.length) % callers.length];
  if (!operation || caller === undefined) throw new Error('There is nothing to ask for');
  const request: HostileRequest = {
    place,
    caller,
    operation,
    method: operation.method,
    path: operation.path.replaceAll(/\{\w+\}/g, () => String(random.between(1, 40))),
    headers: {},
    tricks: [],
    isOperation: true,
  };
  if (operation.body) {
    request.body = JSON.stringify(usualValue(operation.body, '', random));
    request.headers['content-type'] = 'application/json';
  }
  const takesFile = operation.method === 'POST' && !operation.body;
  if (takesFile && random.chance(0.6)) apply(request, ['file', uploadFile], random);
  const times = random.pick([1, 1, 1, 2, 0]);
  for (let done = 0; done < times; done += 1) apply(request, random.pick(dealt), random);
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'TRACE')
    delete request.body;
  return request;
}

function apply(
  request: HostileRequest,
  [name, trick]: readonly [string, Trick],
  random: Random,
): void {
  request.tricks.push(name);
  trick(request, random);
}
