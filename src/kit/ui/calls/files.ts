import type { ErrorCode } from '~/kit/shared/error-codes';
import { api, ApiError, NoResponseError } from './api';
import { type Refused, whileBusy } from './busy';

interface UploadOptions {
  field: string;
  file: File;
  method?: 'POST' | 'PUT';
  /** What else the form says. */
  texts?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onSent?: () => void;
  /** Called with the part of the file that has been sent, from 0 to 1. */
  onPart?: (part: number) => void;
}

const unreachable = 'The server cannot be reached. Check the connection and try again.';

/** Sends a file and gives the server's response; rejects with the signal's reason when aborted. */
export async function uploadFile<T>(path: string, options: UploadOptions): Promise<T> {
  const { file, field, method = 'POST', texts = {}, signal } = options;
  await renewed();
  signal.throwIfAborted();
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append(field, file);
  return new Promise((resolve, reject: (reason: unknown) => void) => {
    const request = new XMLHttpRequest();
    request.open(method, `/api${path}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      options.onSent?.();
      options.onPart?.(total > 0 ? loaded / total : 0);
    };
    request.onerror = () => reject(new NoResponseError(unreachable));
    request.onabort = () =>
      reject(signal.reason instanceof Error ? signal.reason : new NoResponseError(unreachable));
    request.onload = () => {
      const body = request.response as { success?: boolean; data?: T } | null;
      if (body?.success) resolve(body.data as T);
      else {
        const { error = 'Unknown error', code } = (body ?? {}) as Partial<Failure>;
        reject(new ApiError(request.status, error, { code }));
      }
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/**
 * Fetches a file, made of `body` where there is one, saves it under the server's name for it, and gives its content; throws the server's own sentence for a
 * refusal.
 */
export async function downloadFile(
  path: string,
  fallbackName: string,
  body?: object,
): Promise<Blob> {
  const response = await fetchResponse(path, body);
  const header = response.headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(header) ?? [];
  const [, plain] = /filename="([^"]+)"/.exec(header) ?? [];
  const name = (encoded === undefined ? plain : decodeURIComponent(encoded)) ?? fallbackName;
  const content = await response.blob();
  // Excel takes a CSV for UTF-8 only when a byte order mark says so.
  const isCsv = content.type.startsWith('text/csv');
  saveFile(isCsv ? new Blob(['\ufeff', content], { type: 'text/csv' }) : content, name);
  return content;
}

/** Fetches a file to be shown in the page; throws the server's own sentence for a refusal. */
export async function fetchFile(path: string): Promise<Blob> {
  return (await fetchResponse(path)).blob();
}

async function fetchResponse(path: string, body?: object): Promise<Response> {
  await renewed();
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await whileBusy(() => fetch(`/api${path}`, sent), busyness);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function busyness(response: Response): Promise<Refused> {
  if (response.ok) return { code: undefined, retryAfter: null };
  const { code } = await refusalOf(response.clone());
  return { code, retryAfter: response.headers.get('retry-after') };
}

interface Failure {
  error: string;
  code: ErrorCode;
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error = 'The file could not be downloaded', code } = (body ?? {}) as Partial<Failure>;
  return new ApiError(response.status, error, { code });
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A file is sent only once, so the session must be renewed before. */
async function renewed(): Promise<void> {
  await api.get('/auth/me');
}
