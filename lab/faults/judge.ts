import { type Description, schemaOf } from './description';
import type { HostileRequest } from './requests';
import type { RawResponse } from '../../src/kit/server/testing/raw-http';

const inner =
  /node_modules|\bat \S+ \(|pg_catalog|syntax error at or near|ECONN|\bselect .+ from\b/i;

/** What is wrong with an answer; null where it is as it should be (docs/product/wire.md#envelope). */
export function faultOf(
  request: HostileRequest,
  { status, headers, body }: RawResponse,
  { codes }: Description,
): string | null {
  if (status >= 500) return `${status} ${body.subarray(0, 300).toString()}`;
  const declared = request.operation.responses[status];
  if (status < 400) {
    const isResponse = status < 300 || status === 304 || declared !== undefined;
    return isResponse ? null : `${status} is not a declared status`;
  }
  const text = body.toString();
  if (request.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  const type = String(headers['content-type']);
  if (!type.startsWith('application/json')) return `${status} is ${type} instead of JSON`;
  const { success, code, error } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (success !== false || typeof error !== 'string' || error === '')
    return `${status} has not the form of a refusal: ${text.slice(0, 200)}`;
  if (typeof code !== 'string' || !codes.has(code))
    return `${status} has the unknown code ${String(code)}`;
  const mayBe = schemaOf(declared)?.properties?.['code']?.enum ?? [];
  if (isOfOperation(request) && !mayBe.includes(code)) return `${status} ${code} is not declared`;
  return inner.test(error) ? `${status} tells of the inside: ${error.slice(0, 200)}` : null;
}

/** False where the request may no longer be the call that it was made for. */
function isOfOperation({ operation, method, path, headers }: HostileRequest): boolean {
  // The connection refuses these, before it is known which call they are for.
  if (method !== operation.method || 'upgrade' in headers || 'expect' in headers) return false;
  const parts = path.split('?')[0]?.split('/') ?? [];
  const own = operation.path.split('/');
  const isId = (part = '') => /^[\w%'*,;+-]+$/.test(part) && !/^%(?:2e|zz|$)/.test(part);
  return (
    parts.length === own.length &&
    own.every((each, at) => (each.startsWith('{') ? isId(parts[at]) : each === parts[at]))
  );
}

/** What is wrong with what the server says to bytes that are hardly a request; it may close the connection without an answer. */
export function bytesFaultOf(response: string): string | null {
  const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) =>
    Number(status),
  );
  if (statuses.some((status) => status >= 500)) return `answered ${statuses.join(', ')}`;
  const refused = statuses.filter((status) => status >= 400).length;
  const reported = response.split('"success":false').length - 1;
  // What sockets ask for is answered by their own protocol.
  const isLive = response.includes('"message":');
  return refused > reported && !isLive
    ? `a refusal without its form: ${response.slice(0, 200)}`
    : null;
}
