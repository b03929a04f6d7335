import {
  type ErrorCode,
  type ErrorStatus,
  type ErrorTable,
  standardErrors,
} from '~/kit/shared/error-codes';
import type { FieldProblem, Verdict } from '~/kit/shared/verdict';

/** The start failed; `message` is the one line shown on the console (docs/product/running.md#environment). */
export class StartError extends Error {
  override name = 'StartError';
}

export interface Detail {
  field?: string;
  message: string;
  /** The path of the screen that fixes it. */
  fix?: string;
  record?: { type: string; id: number; label: string };
}

const statuses = new Map<string, ErrorStatus>();

/** Gives codes their statuses; the server declares those of all modules at its start. */
export function declareCodes(table: ErrorTable): void {
  for (const [code, [status]] of Object.entries(table)) statuses.set(code, status);
}

declareCodes(standardErrors);

/** The status that a code is sent with. */
export function statusOf(code: ErrorCode): ErrorStatus {
  return statuses.get(code) ?? 500;
}

export function isDeclared(name: unknown): name is ErrorCode {
  return typeof name === 'string' && statuses.has(name);
}

/** A refusal: its code, its readable sentence, and the `details` and `data` of the response. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Detail[] | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Detail[]; data?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.details = more.details;
    this.data = more.data;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): ErrorStatus {
    return statusOf(this.code);
  }
}

/** Throws when a rule refused. */
export function enforce(verdict: Verdict, details?: Detail[]): void {
  if (!verdict.ok) throw new AppError(verdict.code, verdict.message, details ? { details } : {});
}

/** 403 where who the person is has to be shown again first (docs/product/sign-in.md#confirmation). */
export function enforceConfirmed({ must_confirm }: { must_confirm: boolean }): void {
  const message = 'Please enter your password again to continue';
  if (must_confirm) throw new AppError('auth.confirmation_needed', message);
}

export function invalid(field: string, message: string): AppError {
  return new AppError('input.invalid', message, { details: [{ field, message }] });
}

/** 400 with all of these problems, the first in the message; nothing where there are none. */
export function refuseInvalid(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw new AppError('input.invalid', first.message, { details: [...problems] });
}

/** A refusal at a field whose value another record has; `detail` names that record where the person may read it. */
export function alreadyTaken(code: ErrorCode, detail: Detail & { field: string }): AppError {
  return new AppError(code, detail.message, { details: [detail] });
}

export function notFound(noun: string): AppError {
  return new AppError('record.not_found', `${noun} not found`);
}

/** Logged when a call sends a code that its description does not list. */
export const undeclaredCode = 'an error code that the call does not declare';

/** By the code of Node, the system or a library. Their own words would name addresses and paths. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/ECONNREFUSED/, 'the connection was refused'],
  [/ENOTFOUND|EAI_AGAIN|EAI_FAIL|EDNS/, 'its name was not found'],
  [/EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN/, 'the network does not lead to it'],
  [/ETIMEDOUT|EABORT/, 'it did not answer in time'],
  [/ECONNRESET|EPIPE|ECONNABORTED|ECONNECTION/, 'the connection broke off'],
  [/CERT|certificate/, 'its certificate is not trusted'],
  [/ETLS|EREQUIRETLS|SSL|STARTTLS/, 'an encrypted connection is not possible'],
  [/EAUTH|ENOAUTH/, 'it did not accept the sign-in'],
  [/ENOSPC|EDQUOT|EFBIG/, 'the disk is full'],
  [/EACCES|EPERM/, 'the program may not read and write there'],
  [/EROFS/, 'the disk can only be read'],
  [/ENOENT|ENOTDIR/, 'the folder is missing'],
];

/** What failed, for a person: never where, which the log says. Null where the error is none of those that are known. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  // Libraries replace the code of the system with their own: the system's is then only in the text.
  const summary = `${code} ${error.message}`;
  return reasons.find(([pattern]) => pattern.test(summary))?.[1] ?? null;
}
