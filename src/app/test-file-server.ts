import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from './test-server';

/** What the tests of one file share; to be read inside of tests and hooks, when it is there. */
interface FileServer {
  readonly server: TestServer;
  readonly admin: TestClient;
}

/** Starts a server before the tests of the file that calls it, and stops it after them. */
export function fileServer(environment: Record<string, string> = {}): FileServer {
  let started: { server: TestServer; admin: TestClient } | null = null;
  beforeAll(async () => {
    const server = await startTestServer(environment);
    started = { server, admin: await server.signIn() };
  });
  afterAll(() => started?.server.close());
  const running = () => {
    if (!started) throw new Error('The server of this file is not started yet');
    return started;
  };
  return {
    get server() {
      return running().server;
    },
    get admin() {
      return running().admin;
    },
  };
}
