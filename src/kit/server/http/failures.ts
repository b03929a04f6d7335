import type { ErrorCode, ErrorStatus } from '~/kit/shared/error-codes';
import { AppError, type Detail, statusOf } from '~/kit/server/errors';
import { databaseCode } from '~/kit/server/database/db';
import { isDatabaseAway, isStorageFull } from '~/kit/server/database/faults';

interface Described {
  code: ErrorCode;
  message: string;
  details?: Detail[] | undefined;
  data?: unknown;
  retryAfterSeconds?: number | undefined;
  unexpected: boolean;
}

export interface Failure extends Described {
  status: ErrorStatus;
}

/** The response for any error; the only place that knows the codes of the database and of Fastify. */
export function describeFailure(error: unknown, requestId: string): Failure {
  const described =
    fromRefusal(error) ??
    fromValidation(error) ??
    fromStorage(error) ??
    fromFastify(error) ??
    fromDatabase(error) ??
    unknownFailure(requestId);
  return { ...described, status: statusOf(described.code) };
}

function fromRefusal(error: unknown): Described | null {
  if (!(error instanceof AppError)) return null;
  const { code, message, details, data, retryAfterSeconds } = error;
  return { code, message, details, data, retryAfterSeconds, unexpected: false };
}

/** An answer lists at most this many. */
const mostIssues = 1000;

interface Issue {
  keyword?: string;
  instancePath?: string;
  message?: string;
  params?: { keys?: string[] };
}

function fromValidation(error: unknown): Described | null {
  if (!(error instanceof Error) || !('validation' in error) || !Array.isArray(error.validation))
    return null;
  const issues = error.validation as Issue[];
  const details = issues.slice(0, mostIssues).flatMap(issueDetails);
  const message = details[0]?.message ?? 'The request is not valid';
  const isUnknown = issues.every(({ params }) => params?.keys);
  const code = isUnknown ? 'input.unknown_field' : 'input.invalid';
  return { code, message, details, unexpected: false };
}

function issueDetails(issue: Issue): Detail[] {
  const unknown = issue.params?.keys;
  if (unknown) return unknown.map((key) => ({ field: key, message: `Unknown field "${key}"` }));
  const field = (issue.instancePath ?? '').slice(1).replaceAll('/', '.');
  const message = issue.message ?? 'This value is not valid';
  if (field !== '') return [{ field, message }];
  const isOwn = issue.keyword === 'custom' || issue.keyword === 'invalid_union';
  return [{ message: isOwn ? message : 'The body must be a JSON object' }];
}

const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request as application/json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no body',
};

const fastifyCodes: Record<number, ErrorCode> = {
  413: 'request.too_large',
  415: 'request.unsupported_media_type',
};

function fromFastify(error: unknown): Described | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  if ('code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    const message = 'The request timed out. Check whether it went through before you try again.';
    return { code: 'server.deadline', message, unexpected: true };
  }
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return null;
  const name = 'code' in error ? String(error.code) : '';
  const unexpected = false;
  if (error instanceof SyntaxError || name === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    const message = 'The body is not valid JSON';
    return { code: 'request.malformed_json', message, unexpected };
  }
  const code = fastifyCodes[statusCode] ?? 'request.malformed';
  return { code, message: fastifyMessages[name] ?? error.message, unexpected };
}

function fromStorage(error: unknown): Described | null {
  if (!isStorageFull(error)) return null;
  return {
    code: 'server.storage_full',
    message: 'Nothing was saved because the server’s disk is full. Tell your administrator.',
    retryAfterSeconds: 60,
    unexpected: true,
  };
}

const databaseFailures: Record<string, [ErrorCode, string]> = {
  '23505': ['record.duplicate', 'A record with this value already exists'],
  '23503': [
    'record.referenced',
    'Another record depends on this one, or a record that it refers to does not exist',
  ],
  '23514': ['input.invalid', 'A value is out of range'],
  '23502': ['input.invalid', 'A required value is missing'],
  '22001': ['input.invalid', 'A text is too long'],
  '22003': ['input.invalid', 'A number is out of range'],
  '22021': ['input.invalid', 'A text contains characters that cannot be stored'],
  '22P02': ['input.invalid', 'A value has the wrong format'],
  '22P05': ['input.invalid', 'A text contains characters that cannot be stored'],
  '40001': ['database.busy', 'The database is busy. Please try again.'],
  '40P01': ['database.busy', 'The database is busy. Please try again.'],
  '53300': ['database.busy', 'The database is busy. Please try again.'],
  '57014': ['database.timeout', 'The database took too long. Please try again.'],
};

function fromDatabase(error: unknown): Described | null {
  const declared = databaseFailures[databaseCode(error)];
  if (declared) {
    const [code, message] = declared;
    return { code, message, unexpected: statusOf(code) === 503 };
  }
  if (isDatabaseAway(error)) {
    return {
      code: 'database.unavailable',
      message: 'The database is not responding. Please try again.',
      unexpected: true,
    };
  }
  return null;
}

function unknownFailure(requestId: string): Described {
  const message = `Something went wrong on the server. Please try again. (Request ${requestId})`;
  return { code: 'server.error', message, unexpected: true };
}
