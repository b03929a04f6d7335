import type { Description } from './description';
import type { HostileRequest } from './hostile-requests';
import type { Answer } from '../../src/kit/server/testing/raw-http';

const inner =
  /node_modules|\bat \S+ \(|pg_catalog|syntax error at or near|ECONN|\bselect .+ from\b/i;

/** What is wrong with an answer; null where it is as it should be (docs/product/wire.md#envelope). */
export function faultOf(
  request: HostileRequest,
  { status, headers, body }: Answer,
  { codes }: Description,
): string | null {
  if (status >= 500) return `${status} ${body.subarray(0, 300).toString()}`;
  if (status < 400) {
    const isAnswer =
      status < 300 || status === 304 || request.operation.codes[status] !== undefined;
    return isAnswer ? null : `${status} is no answer of this API`;
  }
  const text = body.toString();
  if (request.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  const type = String(headers['content-type']);
  if (!type.startsWith('application/json')) return `${status} is no JSON but ${type}`;
  const refusal = parse(text);
  if (refusal?.success !== false || typeof refusal.error !== 'string' || refusal.error === '')
    return `${status} has not the form of a refusal: ${text.slice(0, 200)}`;
  const { code, error } = refusal;
  if (typeof code !== 'string' || !codes.has(code)) return `${status} has the unknown code ${code}`;
  const mayBe = request.operation.codes[status];
  if (request.isOperation && !mayBe?.includes(code)) return `${status} ${code} is not declared`;
  return inner.test(error) ? `${status} tells of the inside: ${error.slice(0, 200)}` : null;
}

interface Refusal {
  success?: unknown;
  error?: unknown;
  code?: string;
}

function parse(text: string): Refusal | null {
  try {
    return JSON.parse(text) as Refusal | null;
  } catch {
    return null;
  }
}
