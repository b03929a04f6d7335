import fc from 'fast-check';
import type { Sent } from '../../src/kit/server/testing/raw-http';
import type { Operation, Schema } from './description';
import * as dictionary from './dictionary';

export interface HostileRequest extends Sent {
  caller: string;
  operation: Operation;
  headers: Record<string, string | string[]>;
  /** False where it may no longer be the call of its operation. */
  isOperation: boolean;
}

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** Chooses by weights. */
const either = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  either<T | null>([4, fc.constant(null)], [1, arbitrary]);

/** A value that hardly any place takes; numbers are sent as texts too. */
const hostileValue = either<unknown>(
  [4, some(dictionary.texts)],
  [3, some(dictionary.numbers)],
  [1, some(dictionary.numbers).map(String)],
  [2, some(dictionary.others)],
);

/**
 * A value that a person might send in this place, where it is hostile with something in it gone wrong. Records of the
 * sample data are named by small ids.
 */
function valueOf(schema: Schema, name: string, isHostile: boolean): fc.Arbitrary<unknown> {
  const usual = usualOf(schema, name, isHostile);
  const value = schema.nullable === true ? fc.option(usual, { freq: 9 }) : usual;
  return isHostile ? either([14, value], [1, hostileValue]) : value;
}

function usualOf(schema: Schema, name: string, isHostile: boolean): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, name, isHostile)));
  if (schema.enum && schema.enum.length > 0) return some(schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, isHostile);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.max(minLength, 3);
      return fc.array(valueOf(schema.items ?? {}, name, isHostile), { minLength, maxLength });
    }
    case 'integer':
      return numberOf(schema);
    case 'number':
      return fc.tuple(numberOf(schema), some([0, 0.5, 0.25])).map(([whole, part]) => whole + part);
    case 'boolean':
      return fc.boolean();
    default:
      return textOf(schema, name);
  }
}

function numberOf({ minimum = 0, maximum = 100 }: Schema): fc.Arbitrary<number> {
  const min = Math.max(1, Math.ceil(minimum));
  return fc.integer({ min, max: Math.max(min, Math.min(min + 40, Math.floor(maximum))) });
}

function textOf({ maxLength = 200, pattern }: Schema, name: string): fc.Arbitrary<string> {
  const number = fc.integer({ min: 1, max: 1e9 });
  if (pattern?.startsWith('^\\d')) return fc.integer({ min: 1, max: 40 }).map(String);
  if (/email/.test(name)) return number.map((n) => `person${n}@example.com`);
  if (/_date$|^from$|^to$/.test(name)) return number.map((n) => `2026-11-${10 + (n % 21)}`);
  if (/password/i.test(name)) return fc.constant('a long pass phrase');
  if (/code|username|number/.test(name)) return number.map((n) => `W${n}`.slice(0, maxLength));
  return number.map((n) => `Deccan Pumps ${n}`.slice(0, maxLength));
}

function objectOf(
  { properties = {}, required = [] }: Schema,
  isHostile: boolean,
): fc.Arbitrary<unknown> {
  // A version that is made up is always stale.
  const declared = Object.entries(properties).filter(
    ([name]) => required.includes(name) || name !== 'updated_at',
  );
  const values = declared.map(
    ([name, schema]) => [name, valueOf(schema, name, isHostile)] as const,
  );
  const object = fc.record(Object.fromEntries(values), {
    requiredKeys: required.filter((name) => name in properties),
  });
  if (!isHostile) return object;
  const extra = rarely(fc.tuple(some(dictionary.fields), hostileValue));
  return fc
    .tuple(object, extra)
    .map(([given, more]) =>
      Object.fromEntries([...Object.entries(given), ...(more ? [more] : [])]),
    );
}

/** What becomes of a request with one thing wrong. */
type Change = (request: HostileRequest) => Partial<HostileRequest>;

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(Buffer.from(text.slice(0, 9000)).toString());
};
const withType =
  (type: string, body: HostileRequest['body']): Change =>
  ({ headers }) => ({ body, headers: { ...headers, 'content-type': type } });

const otherId = either([7, some(dictionary.ids)], [3, hostileValue.map(encoded)]).map(
  (id): Change =>
    ({ operation, path, isOperation }) => {
      if (!operation.path.includes('{')) return { path };
      const isId = /^[\w%'*,;+-]+$/.test(id) && !/^%(?:2e|zz|$)/.test(id);
      const changed = operation.path.replaceAll(/\{\w+\}/g, () => id);
      return { path: changed, isOperation: isOperation && isId };
    },
);
const tail = some(dictionary.tails).map((text) => (path: string) => `${path.split('?')[0]}${text}`);
const otherPath = fc.oneof(tail, some(dictionary.heads)).map(
  (change): Change =>
    ({ path }) => ({ path: change(path), isOperation: false }),
);

const badValue = either([4, hostileValue.map(encoded)], [1, some(['%', '%zz', '%00', '%ff'])]);
const parameters = fc.array(fc.tuple(fc.nat({ max: 1000 }), badValue), {
  minLength: 1,
  maxLength: 3,
});
const otherQuery = fc.tuple(parameters, either([19, fc.constant(1)], [1, fc.constant(500)])).map(
  ([pairs, times]): Change =>
    ({ operation, path }) => {
      const own = operation.parameters.filter((each) => each.in === 'query');
      const names = [...own.map(({ name }) => name), ...dictionary.parameters];
      const query = pairs.map(([at, value]) => `${names[at % names.length]}=${value}`).join('&');
      return { path: `${path.split('?')[0]}?${`${query}&`.repeat(times)}`.slice(0, 15_000) };
    },
);

const otherMethod = some(dictionary.methods).map(
  (method): Change =>
    ({ operation, isOperation }) => ({
      method,
      isOperation: isOperation && method === operation.method,
    }),
);
const otherBody = fc
  .tuple(some(dictionary.contentTypes), some(dictionary.bodies))
  .map(([type, body]) => withType(type, body));
const otherHeaders = some(dictionary.headers).map(
  (more): Change =>
    ({ headers, isOperation }) => ({
      headers: { ...headers, ...more },
      // The connection refuses these, before it is known which call they are for.
      isOperation: isOperation && !('upgrade' in more || 'expect' in more),
    }),
);

const content = either<string | Buffer>([3, some(dictionary.files)], [1, some(dictionary.texts)]);
const names = fc.tuple(
  some(dictionary.fileFields),
  some(dictionary.fileNames),
  some(dictionary.fileTypes),
);
/** A form with a file in which something is wrong: its frame, its names, its content. */
const otherFile = fc
  .tuple(some(dictionary.formTypes), content, names, fc.nat({ max: 11 }), fc.nat({ max: 300 }))
  .map(([formType, file, [field, name, type], frame, cut]) => {
    const head = `--part\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
    const part = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n')]);
    const end = Buffer.from('--part--\r\n');
    const frames: Buffer[] = [
      Buffer.concat([part, part, end]),
      part,
      part.subarray(0, cut),
      end,
      Buffer.alloc(0),
      Buffer.from(`--part\r\n${'x: y\r\n'.repeat(cut * 10)}\r\n\r\n--part--`),
      Buffer.concat([Buffer.from('--other\r\n'), part, end]),
      Buffer.concat([...Array.from({ length: 50 }, () => part), end]),
    ];
    return withType(formType, frames[frame] ?? Buffer.concat([part, end]));
  });

const often = fc.oneof(otherId, otherQuery, otherHeaders);
const change = either([6, often], [2, otherBody], [2, otherMethod], [2, otherPath], [1, otherFile]);

/** Requests to these calls by these callers; most have something wrong. */
export function hostileRequests(
  operations: readonly Operation[],
  callers: readonly string[],
): fc.Arbitrary<HostileRequest[]> {
  const request = fc.oneof(...operations.map((operation) => requestTo(operation, callers)));
  return fc.array(request, { minLength: 1, maxLength: 80, size: 'max' });
}

function requestTo(operation: Operation, callers: readonly string[]): fc.Arbitrary<HostileRequest> {
  const takesFile = operation.method === 'POST' && !operation.body;
  const body = operation.body
    ? either([3, valueOf(operation.body, '', false)], [4, valueOf(operation.body, '', true)])
    : fc.constant(undefined);
  const file = takesFile ? fc.option(otherFile, { freq: 1 }) : fc.constant(null);
  const changes = fc.tuple(file, fc.option(change, { freq: 1 }), rarely(change));
  return fc
    .tuple(some(callers), fc.integer({ min: 1, max: 40 }), body, changes)
    .map(([caller, id, value, chosen]) => {
      const text = JSON.stringify(value);
      let request: HostileRequest = {
        caller,
        operation,
        method: operation.method,
        path: operation.path.replaceAll(/\{\w+\}/g, String(id)),
        headers: text === undefined ? {} : { 'content-type': 'application/json' },
        body: text,
        isOperation: true,
      };
      for (const each of chosen) request = { ...request, ...each?.(request) };
      return /GET|HEAD|TRACE/.test(request.method) ? { ...request, body: undefined } : request;
    });
}

/** Bytes that are hardly a request; some are cut off, in some one byte is another. */
export const hostileBytes: fc.Arbitrary<Buffer> = fc
  .tuple(some(dictionary.wires), fc.nat({ max: 5 }), fc.nat(), fc.nat({ max: 255 }))
  .map(([wire, kind, at, byte]) => {
    const bytes = Buffer.from(wire, 'latin1');
    if (kind === 0) return bytes.subarray(0, at % bytes.length);
    if (kind === 1) bytes[at % bytes.length] = byte;
    return bytes;
  });
