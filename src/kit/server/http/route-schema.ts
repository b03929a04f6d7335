import { z } from 'zod';
import type { ErrorCode, ErrorTable } from '~/kit/shared/error-codes';
import { type Access, type Openness, rightsIn, takesKeys } from './route-access';

export interface Described extends Openness {
  method: string;
  access: Access;
  summary: string;
  tag: string;
  body?: z.ZodType | undefined;
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
  idempotent?: boolean;
  /** The seconds after which the call is refused unless its answer has begun; `callSeconds` unless given. */
  deadlineSeconds?: number;
  /** In bytes, where the call takes less than others. */
  bodyLimit?: number;
  /** A public call without the bounds of `anonymous-limits.ts`, since however many make it cost no more than one. */
  unlimited?: boolean;
  /** Takes its connection from those of sign-in. */
  ownLane?: boolean;
  /** What it may be refused with because of what it takes, besides what follows from the rest. */
  errors?: readonly ErrorCode[];
}

/** A call's deadline, the arrival of its body included. */
export const callSeconds = 60;

export function routeSchema(
  call: Described,
  responses: Record<number, z.ZodType>,
  failures: Record<number, z.ZodType>,
) {
  const { body, params, query, summary, tag } = call;
  return {
    summary,
    tags: [tag],
    ...(takesKeys(call.access, call) ? { security: [{ apiKey: [] }] } : {}),
    ...(body ? { body } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    response: { ...responses, ...failures },
  };
}

/** `{success: true, data}`, the form of every answer that is not a file (docs/product/wire.md#envelope). */
export function successSchema(data: z.ZodType): z.ZodType {
  return z.object({ success: z.literal(true), data });
}

/** By call (`POST /leads`): the codes that tests saw it send, separated by spaces (src/app/refusals.json). */
export type Refusals = Readonly<Record<string, string | undefined>>;

/** Every code that a call may be refused with: those that follow from its input, and those that tests saw. */
export function errorsOf(call: Described & { url: string }, refusals: Refusals): ErrorCode[] {
  const { method, url, access, body, params, query, idempotent } = call;
  const seen = (refusals[`${method} ${url}`]?.split(' ') ?? []) as ErrorCode[];
  const takesValues = Boolean(body ?? params ?? query);
  const follow: [boolean, readonly ErrorCode[]][] = [
    [takesValues, ['input.invalid']],
    [method !== 'GET' || Boolean(query), ['input.unknown_field']],
    [method !== 'GET', writeErrors],
    [Boolean(idempotent), ['idempotency.key_too_long', 'idempotency.key_reused']],
    [!call.unlimited, ['request.too_many']],
    [access !== 'public', ['auth.not_signed_in', 'auth.key_invalid', 'auth.key_expired']],
    [access !== 'public', ['auth.key_network']],
    [!takesKeys(access, call), ['auth.key_not_allowed']],
    [access !== 'public' && !call.beforePasswordChange, ['auth.password_change_needed']],
    [access !== 'public' && !call.beforeSecondFactor, ['auth.second_factor_setup_needed']],
    [access === 'admin', ['auth.admin_required']],
    [Boolean(call.confirmed), ['auth.confirmation_needed']],
    [rightsIn(access).length > 0, ['auth.right_missing']],
    [rightsIn(access).length > 0 && method !== 'GET', ['workspace.read_only']],
    [Boolean(params), ['record.not_found']],
    [hasVersion(body), ['record.changed']],
    [true, wireErrors],
    [true, serverErrors],
  ];
  const followed = follow.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...followed, ...(call.errors ?? []), ...seen])];
}

const writeErrors: readonly ErrorCode[] = [
  'request.malformed',
  'request.malformed_json',
  'request.cross_site',
  'request.too_large',
  'request.unsupported_media_type',
  'record.duplicate',
  'record.referenced',
];

/** Errors of the request itself, sent before the call that it is for is known. */
const wireErrors: readonly ErrorCode[] = [
  'request.malformed',
  'request.timeout',
  'request.headers_too_large',
];

const serverErrors: readonly ErrorCode[] = [
  'server.error',
  'server.busy',
  'server.deadline',
  'server.storage_full',
  'database.busy',
  'database.timeout',
  'database.unavailable',
];

function hasVersion(body: z.ZodType | undefined): boolean {
  return body instanceof z.ZodObject && 'updated_at' in body.shape;
}

export function failureSchemas(
  codes: readonly ErrorCode[],
  table: ErrorTable,
): Record<number, z.ZodType> {
  const statuses = new Set(codes.map((code) => statusOf(code, table)));
  const codesOf = (status: number) => codes.filter((code) => statusOf(code, table) === status);
  return Object.fromEntries([...statuses].map((each) => [each, failureSchema(codesOf(each))]));
}

function statusOf(code: ErrorCode, table: ErrorTable): number {
  return table[code]?.[0] ?? 500;
}

// Hundreds of calls are refused with the same codes, and each schema takes some kilobytes.
const schemas = new Map<string, z.ZodType>();

function failureSchema(codes: readonly ErrorCode[]): z.ZodType {
  const key = codes.join();
  const schema = schemas.get(key) ?? failure.extend({ code: codeSchema(codes) });
  schemas.set(key, schema);
  return schema;
}

function codeSchema(codes: readonly ErrorCode[]) {
  return z.enum(codes).describe('The machine-readable error code: see ErrorCode');
}

const detailSchema = z.object({
  field: z.string().optional(),
  message: z.string(),
  fix: z.string().optional().describe('The path of the screen to fix it'),
  record: z.object({ type: z.string(), id: z.int(), label: z.string() }).optional(),
});

const failure = z.object({
  success: z.literal(false),
  error: z.string().describe('One sentence for a person'),
  code: z.string(),
  details: z.array(detailSchema).optional(),
});

export function errorCodeSchema(table: ErrorTable) {
  const lines = Object.entries(table).map(
    ([code, [status, meaning]]) => `- \`${code}\` (${status}): ${meaning}.`,
  );
  return {
    type: 'string' as const,
    enum: Object.keys(table),
    description: `The code of an error; it stays the same if its message changes.\n\n${lines.join('\n')}`,
  };
}
