import { withNested } from '~/kit/shared/fields/custom';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { whileBusy } from './busy';
import { isConfirmed } from './confirmation';

/** A refusal by the server: `message` is its sentence, `details` name fields or records. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly details: readonly ApiDetail[];
  readonly data: unknown;
  /** What happened, for a program; undefined of an answer that is not the server's own. */
  readonly code: ErrorCode | undefined;

  constructor(
    status: number,
    message: string,
    more: { details?: readonly ApiDetail[]; data?: unknown; code?: ErrorCode | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.details = more.details ?? [];
    this.data = more.data;
    this.code = more.code;
  }
}

export function isRefusal(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

export interface ApiDetail {
  field?: string;
  message: string;
  fix?: string;
  record?: { type: string; id: number; label: string };
}

/** No response: network failure, time-out, or the server is gone. */
export class NoResponseError extends Error {
  override name = 'NoAnswerError';
}

const longestSilenceMs = 10_000;

/** How long the server may take to make a file and hand it to the mail server (docs/product/invoices.md#sending). */
export const longestMailMs = 30_000;
const unreachable = 'The server cannot be reached. Check the connection and try again.';

let whenSignedOut: () => void = () => undefined;

/** Sets the handler called when the session cannot be renewed (docs/product/sign-in.md#sessions). */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

let whenHeldUp: () => void = () => undefined;

/** Sets the handler called when the person has to set up a second factor before anything else. */
export function onHeldUp(handler: () => void): void {
  whenHeldUp = handler;
}

let idleSeconds: (() => number) | null = null;

/** Sends the idle time with each later call, because calls that the page makes on its own do not count as activity. */
export function reportIdle(seconds: () => number): void {
  idleSeconds = seconds;
}

interface CallOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** How long the server may be silent, where it has more to do than usual. */
  patienceMs?: number;
}

/** The calls of the API; each gives `data` or throws ApiError or NoResponseError. */
export const api = {
  get: <T>(path: string, options?: Pick<CallOptions, 'signal'>) =>
    call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown) => call<T>('PUT', path, body),
  delete: <T>(path: string, body?: unknown, options?: Pick<CallOptions, 'patienceMs'>) =>
    call<T>('DELETE', path, body, options),
};

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<T> {
  const headers: Record<string, string> = {};
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const { signal, patienceMs } = options;
  return unwrap(await responseTo<T>({ method, path, body, headers, signal, patienceMs }));
}

export interface Request {
  method: string;
  path: string;
  body?: unknown;
  headers: Record<string, string>;
  /** How the answer's JSON is read; `heard` is called with each part that arrives. */
  read?: (response: Response, onReceived: () => void) => Promise<unknown>;
  signal?: AbortSignal | undefined;
  patienceMs?: number | undefined;
}

/** A call that asks who the person is first is sent again, as it was, once that is confirmed. */
export async function responseTo<T>(request: Request): Promise<ApiResponse<T>> {
  const response = await responseInSession<T>(request);
  if (response.body.code !== 'auth.confirmation_needed' || !(await isConfirmed())) return response;
  return responseInSession<T>(request);
}

async function responseInSession<T>(request: Request): Promise<ApiResponse<T>> {
  const response = await sendWhenFree<T>(request);
  if (response.body.code === 'auth.second_factor_setup_needed') whenHeldUp();
  if (response.body.code !== 'auth.not_signed_in') return response;
  if (await renewSession()) {
    const second = await sendWhenFree<T>(request);
    if (second.body.code !== 'auth.not_signed_in') return second;
  }
  whenSignedOut();
  return response;
}

function sendWhenFree<T>(request: Request): Promise<ApiResponse<T>> {
  return whileBusy(
    () => send<T>(request),
    ({ body, headers }) => ({ code: body.code, retryAfter: headers.get('retry-after') }),
  );
}

export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  body: { success: boolean; data?: T; error?: string; code?: ErrorCode; details?: ApiDetail[] };
}

async function send<T>(request: Request): Promise<ApiResponse<T>> {
  const { method, path, body, headers, read, signal, patienceMs } = request;
  const idle = idleSeconds ? { 'x-idle-seconds': String(idleSeconds()) } : {};
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const silence = new Silence(patienceMs);
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: { ...type, ...idle, ...headers },
      signal: signal ? AbortSignal.any([silence.signal, signal]) : silence.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(wireBody(body)) }),
    });
    silence.received();
    const { status } = response;
    const reply = status === 304 ? { success: true } : await jsonOf(response, silence, read);
    return { status, headers: response.headers, body: reply as ApiResponse<T>['body'] };
  } catch {
    throw new NoResponseError(
      silence.signal.aborted
        ? 'The server took too long to respond. Please try again.'
        : unreachable,
    );
  } finally {
    silence.end();
  }
}

/** The body of a request, of which own fields lie under `custom`; so do the `values` of a change of many. */
function wireBody(body: unknown): unknown {
  if (!isPlain(body)) return body;
  const { values } = body as { values?: unknown };
  return withNested(isPlain(values) ? { ...body, values: withNested(values) } : body);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(response: Response, silence: Silence, read: Request['read']): Promise<unknown> {
  return read && response.ok ? read(response, () => silence.received()) : response.json();
}

class Silence {
  readonly #abort = new AbortController();
  readonly #longestMs: number;
  #timer: ReturnType<typeof setTimeout>;

  constructor(longestMs = longestSilenceMs) {
    this.#longestMs = longestMs;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  received(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#abort.abort(), this.#longestMs);
  }
}

export function unwrap<T>({ status, body }: ApiResponse<T>): T {
  if (body.success) return body.data as T;
  const { error = 'Unknown error', code, details = [], data } = body;
  throw new ApiError(status, error, { details, data, code });
}

let renewal: Promise<boolean> | null = null;

/**
 * One silent renewal at a time, across tabs. A tab that waited asks the server whether another one has renewed: a
 * write to the browser's storage may arrive here only after the lock is free.
 */
function renewSession(): Promise<boolean> {
  renewal ??= withLock(async () => {
    const cached = await send({ method: 'GET', path: '/auth/me', headers: {} });
    if (cached.status === 200) return true;
    const response = await send({ method: 'POST', path: '/auth/refresh', headers: {} });
    // A server that could not look at the session has not ended it.
    if (response.status === 429 || response.status >= 500) throw new NoResponseError(unreachable);
    return response.status === 200;
  }).finally(() => {
    renewal = null;
  });
  return renewal;
}

// Plain http on another host has no Web Locks; the server accepts two tabs' renewals within ten seconds.
async function withLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('session-renewal', work);
}

export interface FailureTexts {
  /** Comes before the server's sentence. */
  refused: string;
  /** What to say when there was no response; as `refused` when left out. */
  offlineText?: string;
}

/** The toast of a failed save (docs/product/screens.md#failures). */
export function failureText(
  error: unknown,
  { refused, offlineText = refused }: FailureTexts,
): string {
  return error instanceof ApiError ? `${refused}: ${error.message}` : offlineText;
}

export function reasonOf(error: unknown): string {
  if (error instanceof NoResponseError) return 'Network error';
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
}
