/** The statuses that a refusal or a failure is answered with (docs/product/wire.md#statuses). */
export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 409
  | 413
  | 415
  | 429
  | 431
  | 500
  | 502
  | 503;

/** The codes of one module as `noun.reason`, each with its status and meaning, for the API description. */
export type ErrorTable = Readonly<
  Record<`${string}.${string}`, readonly [status: ErrorStatus, meaning: string]>
>;

/**
 * Every table of codes. A module adds its own in `NOUN.errors.ts`, by declaring it here; `app/error-codes.ts` does not
 * compile until it lists the table too.
 */
export interface ErrorTables {
  standard: typeof standardErrors;
}

/** The code of a refusal on the wire: stable, unlike its sentence. Only a declared code compiles. */
export type ErrorCode = { [T in keyof ErrorTables]: keyof ErrorTables[T] }[keyof ErrorTables];

export const standardErrors = {
  'input.invalid': [400, 'A value is missing or not valid; `details` name the fields'],
  'input.unknown_field': [400, 'The body or the query has a field that the call does not take'],
  'request.malformed': [400, 'The request is not valid HTTP or cannot be read'],
  'request.malformed_json': [400, 'The body is not valid JSON'],
  'request.timeout': [408, 'The request did not arrive in time'],
  'request.too_many': [
    429,
    'The person, or without a session the network, has too many calls under way, or made too many within a minute; nothing was done',
  ],
  'request.too_large': [413, 'The body is larger than the call takes'],
  'request.headers_too_large': [431, 'The headers, or the address, are too long'],
  'request.unsupported_media_type': [415, 'The body has another content type than the call takes'],
  'request.cross_site': [403, 'The request comes from the page of another site'],
  'idempotency.key_too_long': [400, 'The Idempotency-Key has more than 200 characters'],
  'idempotency.key_reused': [409, 'The Idempotency-Key was used for another request'],
  'auth.not_signed_in': [401, 'There is no session, or it has ended'],
  'auth.password_change_needed': [
    403,
    'The password was generated: only the calls that change it are open',
  ],
  'auth.second_factor_setup_needed': [
    403,
    'The role demands a second factor: only the calls that set one up are open until then',
  ],
  'auth.confirmation_needed': [
    403,
    'The call cannot be undone, and the session is older: `POST /auth/confirm` first, then the same again',
  ],
  'auth.admin_required': [403, 'Only an administrator may make the call'],
  'auth.right_missing': [403, 'The role of the signed-in person does not include the right'],
  'workspace.read_only': [403, 'The signed-in person only reads in the workspace'],
  'record.not_found': [404, 'Record not found'],
  'record.changed': [
    409,
    'The record was changed since `updated_at`; `data` is the record as it is now',
  ],
  'history.not_kept': [409, 'How the record was at that time was not kept'],
  'record.duplicate': [409, 'There is a record with this value already'],
  'record.referenced': [
    409,
    'Another record depends on this one, or the one it refers to does not exist',
  ],
  'call.not_found': [404, 'Call not found'],
  'upload.not_multipart': [415, 'A file is sent as multipart/form-data'],
  'upload.incomplete': [400, 'The upload was interrupted'],
  'upload.too_large': [413, 'The file is larger than the call takes'],
  'server.error': [500, 'The server failed; the sentence names the request'],
  'server.busy': [
    503,
    'Too much of this kind is under way: the same request may pass after `Retry-After` seconds',
  ],
  'server.deadline': [503, 'The call took too long; what it was to change may be changed or not'],
  'server.storage_full': [
    503,
    'There is no room left on the server’s disk; nothing was done, and it passes when there is room again',
  ],
  'database.busy': [503, 'The database is busy: the same request may pass when it is sent again'],
  'database.timeout': [503, 'The database took too long'],
  'database.unavailable': [503, 'The database is not responding'],
} as const satisfies ErrorTable;
