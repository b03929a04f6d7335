export interface Answer<T> {
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
  get: <T>(path: string, headers?: Record<string, string>) => Promise<Answer<T>>;
  post: <T>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;
  put: <T>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;
  delete: <T>(path: string, headers?: Record<string, string>) => Promise<Answer<T>>;
  upload: <T>(path: string, form: FormData, signal?: AbortSignal) => Promise<Answer<T>>;
}

/** Makes a record and gives it as it was answered; throws what the server said where it was refused. */
export async function makeRecord<T>(caller: Caller, path: string, body: object): Promise<T> {
  const answer = await caller.post<T>(path, body);
  if (answer.status !== 201) throw new Error(`Nothing was made at ${path}: ${answer.body.error}`);
  return answer.body.data;
}
