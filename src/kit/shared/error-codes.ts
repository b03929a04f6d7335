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

/** Every table of codes: src/app/modules.ts adds those of the modules, which lie in their `NOUN.rules.ts`. */
export interface ErrorTables {
  standard: typeof standardErrors;
}

/** The code of a refusal on the wire: stable, unlike its sentence. Only a declared code compiles. */
export type ErrorCode = { [T in keyof ErrorTables]: keyof ErrorTables[T] }[keyof ErrorTables];

export const standardErrors = {
  'input.invalid': [400, 'A value is missing or not valid; `details` name the fields'],
  'input.unknown_field': [400, 'The body or the query has a field that the call does not accept'],
  'request.malformed': [400, 'The request is not valid HTTP or cannot be read'],
  'request.malformed_json': [400, 'The body is not valid JSON'],
  'request.timeout': [408, 'The request did not arrive in time'],
  'request.too_many': [
    429,
    'The user or the API key, or without a session the network, has too many calls in progress or made too many within a minute; nothing was done',
  ],
  'request.too_large': [413, 'The body is larger than the call accepts'],
  'request.headers_too_large': [431, 'The headers, or the address, are too long'],
  'request.unsupported_media_type': [415, 'The call does not accept the content type of the body'],
  'request.cross_site': [403, 'The request comes from the page of another site'],
  'idempotency.key_too_long': [400, 'The Idempotency-Key has more than 200 characters'],
  'idempotency.key_reused': [409, 'The Idempotency-Key was used for another request'],
  'auth.not_signed_in': [401, 'No session, or the session has ended'],
  'auth.password_change_needed': [
    403,
    'The password was generated: only the calls that change it are open',
  ],
  'auth.second_factor_setup_needed': [
    403,
    'The role requires a second factor: only the calls that set one up are open until then',
  ],
  'auth.confirmation_needed': [
    403,
    'The call cannot be undone, and the session is older: call `POST /auth/confirm` first, then repeat the call',
  ],
  'auth.key_not_allowed': [403, 'The call cannot be made with an API key'],
  'auth.admin_required': [403, 'Only an administrator may make the call'],
  'auth.right_missing': [403, 'The role of the signed-in user does not include the right'],
  'workspace.read_only': [403, 'The signed-in user has read-only access to the workspace'],
  'record.not_found': [404, 'Record not found'],
  'record.changed': [
    409,
    'The record was changed since `updated_at`; `data` is the current record',
  ],
  'history.not_kept': [409, 'The history of the record does not go back that far'],
  'record.duplicate': [409, 'Another record already has this value'],
  'record.referenced': [
    409,
    'Another record depends on this one, or a record that it refers to does not exist',
  ],
  'call.not_found': [404, 'Call not found'],
  'upload.not_multipart': [415, 'A file must be sent as multipart/form-data'],
  'upload.several_files': [400, 'One file can be sent at a time'],
  'upload.incomplete': [400, 'The upload was interrupted'],
  'upload.too_large': [413, 'The file is larger than the call accepts'],
  'server.error': [500, 'The server failed; the message contains the request ID'],
  'server.busy': [
    503,
    'Too many requests of this kind are in progress: try the same request again after `Retry-After` seconds',
  ],
  'server.deadline': [503, 'The call timed out; its change may have been made or not'],
  'server.storage_full': [
    503,
    'The server’s disk is full; nothing was done. Try again when there is free space',
  ],
  'database.busy': [503, 'The database is busy: try the same request again'],
  'database.timeout': [503, 'The database took too long'],
  'database.unavailable': [503, 'The database is not responding'],
} as const satisfies ErrorTable;
