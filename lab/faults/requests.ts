import fc from 'fast-check';
import type { Sent } from '../../src/kit/server/testing/raw-http';
import { type Operation, type Schema, schemaOf } from './description';
import * as dictionary from './dictionary';
import { endOfForm, partOf } from './people';

export interface HostileRequest extends Sent {
  caller: string;
  operation: Operation;
  headers: Record<string, string | string[]>;
}

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** Chooses by weights. */
const either = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** A value that hardly any place takes; numbers are sent as texts too. */
const hostileValue = either<unknown>(
  [4, some(dictionary.texts)],
  [3, some(dictionary.numbers)],
  [1, some(dictionary.numbers).map(String)],
  [2, some(dictionary.others)],
);

/**
 * A value that a person might send in this place, now and then with something in it gone wrong. Records of the sample
 * data are named by small ids.
 */
function valueOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const usual = usualOf(schema, name);
  const value = schema.nullable === true ? fc.option(usual, { freq: 9 }) : usual;
  return either([24, value], [1, hostileValue]);
}

function usualOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, name)));
  if (schema.enum && schema.enum.length > 0) return some(schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.max(minLength, 3);
      return fc.array(valueOf(schema.items ?? {}, name), { minLength, maxLength });
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

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  // A version that is made up is always stale.
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || name !== 'updated_at',
  );
  const values = names.map((name) => [name, valueOf(properties[name] ?? {}, name)] as const);
  const object = fc.record(Object.fromEntries(values), {
    requiredKeys: required.filter((name) => name in properties),
  });
  const extra = fc.tuple(some(dictionary.fields), hostileValue).map((field) => [field]);
  return fc
    .tuple(object, either<[string, unknown][]>([14, fc.constant([])], [1, extra]))
    .map(([given, more]) => Object.fromEntries([...Object.entries(given), ...more]));
}

/** As a person would send it, sometimes in a hostile way. */
const mostly = <T>(usual: T, hostile: fc.Arbitrary<T>) =>
  either([6, fc.constant(usual)], [1, hostile]);

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(Buffer.from(text.slice(0, 9000)).toString());
};

const otherId = either([7, some(dictionary.ids)], [3, hostileValue.map(encoded)]);
const badValue = either([4, hostileValue.map(encoded)], [1, some(['%', '%zz', '%00', '%ff'])]);

/** A few parameters, of this call or of none, some hundreds of times. */
function queryOf({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const pair = fc
    .tuple(some([...own, ...dictionary.parameters]), badValue)
    .map(([name, value]) => `${name}=${value}&`);
  const times = either([19, fc.constant(1)], [1, fc.constant(500)]);
  return fc
    .tuple(fc.array(pair, { minLength: 1, maxLength: 3 }), times)
    .map(([pairs, repeats]) => `?${pairs.join('').repeat(repeats)}`.slice(0, 15_000));
}

interface Content {
  type?: string;
  body?: string | Buffer;
}

const otherBody = fc.record({ type: some(dictionary.contentTypes), body: some(dictionary.bodies) });

/** A form with a file in which something is wrong: its frame, its names, its content. */
const otherFile = fc
  .record({
    type: some(dictionary.formTypes),
    file: either<string | Buffer>([3, some(dictionary.files)], [1, some(dictionary.texts)]),
    field: some(dictionary.fileFields),
    fileName: some(dictionary.fileNames),
    fileType: some(dictionary.fileTypes),
    frame: fc.nat({ max: 11 }),
    cut: fc.nat({ max: 300 }),
  })
  .map(({ type, file, field, fileName, fileType, frame, cut }): Content => {
    const part = partOf(file, field, fileName, fileType);
    const frames: Buffer[] = [
      Buffer.concat([part, part, endOfForm]),
      part,
      part.subarray(0, cut),
      endOfForm,
      Buffer.alloc(0),
      Buffer.from(`--part\r\n${'x: y\r\n'.repeat(cut * 10)}\r\n\r\n--part--`),
      Buffer.concat([Buffer.from('--other\r\n'), part, endOfForm]),
      Buffer.concat([...Array.from({ length: 50 }, () => part), endOfForm]),
    ];
    return { type, body: frames[frame] ?? Buffer.concat([part, endOfForm]) };
  });

function contentOf({ method, requestBody }: Operation): fc.Arbitrary<Content> {
  const schema = schemaOf(requestBody);
  // A call that takes a file describes no body.
  if (!schema) return either([method === 'POST' ? 1 : 9, fc.constant({})], [1, otherFile]);
  const json = valueOf(schema).map((value): Content => {
    const text = JSON.stringify(value);
    return text === undefined ? {} : { type: 'application/json', body: text };
  });
  return either([12, json], [2, otherBody], [1, otherFile]);
}

/** Requests to these calls by these callers; most have something wrong. */
export function hostileRequests(
  operations: readonly Operation[],
  callers: readonly string[],
): fc.Arbitrary<HostileRequest[]> {
  const request = fc.oneof(...operations.map((operation) => requestTo(operation, callers)));
  return fc.array(request, { minLength: 1, maxLength: 80, size: 'max' });
}

function requestTo(operation: Operation, callers: readonly string[]): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      caller: some(callers),
      method: mostly(operation.method, some(dictionary.methods)),
      id: either([6, fc.integer({ min: 1, max: 40 }).map(String)], [1, otherId]),
      pathOf: mostly((path) => path, some(dictionary.addresses)),
      query: mostly('', queryOf(operation)),
      headers: mostly({}, some(dictionary.headers)),
      content: contentOf(operation),
    })
    .map(({ caller, method, id, pathOf, query, headers, content: { type, body } }) => ({
      caller,
      operation,
      method,
      path: `${pathOf(operation.path.replaceAll(/\{\w+\}/g, () => id))}${query}`,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      body: /GET|HEAD|TRACE/.test(method) ? undefined : body,
    }));
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
