import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface Sent {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string | readonly string[]>>;
  body?: Buffer | string | undefined;
}

export interface RawResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Long enough that a call that takes longer is stuck: twice a call's own deadline would be two minutes. */
export const hangsAfterMs = 30_000;

/** Keeps connections open; each run closes its agent. */
export function keepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 4000 });
}

/** Sends a request unchanged; throws where the answer does not end, or is silent for `timeoutMs`. */
export async function send(
  url: string,
  { method, path, headers = {}, body }: Sent,
  { agent, timeoutMs = hangsAfterMs }: { agent?: Agent; timeoutMs?: number } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), timeoutMs);
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]),
  );
  const call = request({
    hostname,
    port,
    method,
    path,
    headers: given,
    signal: silence.signal,
    ...(agent ? { agent } : {}),
  });
  const arrived = new Promise<RawResponse>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        // A whole archive takes as long as the machine lets it: an answer that still arrives is not stuck.
        timer.refresh();
        chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status, headers: received, body: Buffer.concat(chunks) }));
    });
  });
  call.end(body);
  return arrived.finally(() => clearTimeout(timer));
}

/** What the server says to these bytes until it closes the line or `timeoutMs` are over. */
export function sendBytes(url: string, bytes: Buffer, timeoutMs = hangsAfterMs): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('No answer in time')));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A client that is refused before the body has arrived may see the line reset after the answer.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}
