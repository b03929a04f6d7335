/** A refusal of the server: `message` is its sentence for a person, `details` name fields or records in the way. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly details: readonly ApiDetail[];
  readonly data: unknown;

  constructor(status: number, message: string, details: readonly ApiDetail[] = [], data?: unknown) {
    super(message);
    this.status = status;
    this.details = details;
    this.data = data;
  }
}

export interface ApiDetail {
  field?: string;
  message: string;
  record?: { type: string; id: number; label: string };
}

/** No answer came: the network, the time-out, or a server that is gone. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

const timeOutMs = 10_000;

let whenSignedOut: () => void = () => undefined;

/** Called once the session cannot be renewed: the app clears what it holds and goes to /login (spec 1 §4). */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

interface CallOptions {
  /** Makes a repeated call answer as the first time; used where a doubled record would hurt. */
  idempotencyKey?: string;
}

/** The calls of the API; each gives `data` or throws ApiError or NoAnswerError. */
export const api = {
  get: <T>(path: string) => call<T>('GET', path),
  post: <T>(path: string, body?: unknown, options?: CallOptions) =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown) => call<T>('PUT', path, body),
  delete: <T>(path: string) => call<T>('DELETE', path),
};

const withoutRenewal = new Set([
  '/auth/login',
  '/auth/refresh',
  '/auth/logout',
  '/auth/reset-password',
]);

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<T> {
  const started = Date.now();
  const answer = await send<T>(method, path, body, options);
  if (answer.status !== 401 || withoutRenewal.has(path)) return unwrap(answer);
  if (await renewSession(started)) {
    const second = await send<T>(method, path, body, options);
    if (second.status !== 401) return unwrap(second);
  }
  whenSignedOut();
  return unwrap(answer);
}

interface Answer<T> {
  status: number;
  body: { success: boolean; data?: T; error?: string; details?: ApiDetail[] };
}

async function send<T>(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions,
): Promise<Answer<T>> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(timeOutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw new NoAnswerError(
      timedOut
        ? 'The server took too long to answer. Please try again.'
        : 'The server cannot be reached. Check the connection and try again.',
    );
  }
}

function unwrap<T>({ status, body }: Answer<T>): T {
  if (body.success) return body.data as T;
  throw new ApiError(status, body.error ?? 'Unknown error', body.details, body.data);
}

const renewedAtKey = 'session-renewed-at';
let renewal: Promise<boolean> | null = null;

/** One silent renewal at a time, across tabs too: whoever waited finds that another tab has done it. */
function renewSession(since: number): Promise<boolean> {
  renewal ??= withLock(async () => {
    if (Number(localStorage.getItem(renewedAtKey)) > since) return true;
    const answer = await send('POST', '/auth/refresh', undefined, {});
    if (answer.status === 200) localStorage.setItem(renewedAtKey, String(Date.now()));
    return answer.status === 200;
  }).finally(() => {
    renewal = null;
  });
  return renewal;
}

// Plain http on another host has no locks; the server then forgives two tabs within ten seconds.
async function withLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('session-renewal', work);
}

/** The toast of a failed save: the server's own sentence behind the spec's words, or the words for no answer at all. */
export function failureText(error: unknown, words: { refused: string; broken: string }): string {
  if (error instanceof ApiError) return `${words.refused}: ${error.message}`;
  return words.broken;
}
