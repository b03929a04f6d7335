export interface ApiResponse<T> {
  status: number;
  headers: Headers;
  body: Envelope<T>;
  content: Buffer;
}

export interface Envelope<T> {
  success: boolean;
  data: T;
  error: string;
  code: string;
  details: {
    field?: string;
    message: string;
    fix?: string;
    record?: { type: string; id: number; label: string };
  }[];
}

/** Calls below `/api`. `T` is the expected type of the data. */
export interface Caller {
  get: <T>(path: string, headers?: Record<string, string>) => Promise<ApiResponse<T>>;
  post: <T>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiResponse<T>>;
  put: <T>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiResponse<T>>;
  delete: <T>(path: string, headers?: Record<string, string>) => Promise<ApiResponse<T>>;
  upload: <T>(path: string, form: FormData, signal?: AbortSignal) => Promise<ApiResponse<T>>;
}

/** Makes a record and gives it as it was answered; throws what the server said where it was refused. */
export async function makeRecord<T>(caller: Caller, path: string, body: object): Promise<T> {
  const response = await caller.post<T>(path, body);
  if (response.status !== 201)
    throw new Error(`Nothing was made at ${path}: ${response.body.error}`);
  return response.body.data;
}

/** Takes what a `set-cookie` header says into the cookies of a browser. */
export function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
