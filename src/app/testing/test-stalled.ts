import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { TestClient, TestServer } from './test-server';

/** A client that asks for something and takes nothing of the answer until it reads. */
export interface StalledDownload {
  status: number;
  read: () => Promise<Buffer>;
  leave: () => void;
}

export async function stalledDownload(
  { url }: TestServer,
  { cookies }: TestClient,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StalledDownload> {
  const sent = request(`${url}/api${address}`, { agent: false });
  sent.on('error', () => undefined);
  sent.setHeader('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.socket.pause();
  return {
    status: response.statusCode ?? 0,
    leave: () => sent.destroy(),
    read: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
  };
}

export function busyConnections({ server }: TestServer): number {
  const { pool } = server.database;
  return pool.totalCount - pool.idleCount;
}
