import { afterAll, beforeAll } from 'vitest';
import { returnTo, storeState, vacuumGrown } from '~/kit/server/testing/stored-states';
import { createTestDatabase } from '~/kit/server/testing/test-database';
import { startTestServer, type TestClient, type TestServer } from './test-server';

/** What the tests of one file share; to be read inside of tests and hooks, when it is there. */
interface FileServer {
  readonly server: TestServer;
  readonly admin: TestClient;
}

interface WorkerServer {
  server: TestServer;
  /** Brings its tables back to a first start. */
  clear: () => Promise<void>;
}

let workerServer: Promise<WorkerServer> | null = null;

/**
 * The server that all files of a worker use one after the other; its tables are those of a first start when the file begins.
 * For a file that moves the clock, checks the whole database, or needs its own environment or data folder: `ownServer`.
 */
export function fileServer(): FileServer {
  return serve(
    async () => {
      workerServer ??= startWorkerServer();
      const { server, clear } = await workerServer;
      await clear();
      return server;
    },
    (server) => server.requireDeclared(),
  );
}

/** Starts a server before the tests of the file that calls it, and stops it after them. */
export function ownServer(environment: Record<string, string> = {}): FileServer {
  return serve(
    () => startTestServer(environment),
    (server) => server.close(),
  );
}

function serve(open: () => Promise<TestServer>, end: (server: TestServer) => unknown): FileServer {
  let started: { server: TestServer; admin: TestClient } | null = null;
  beforeAll(async () => {
    const server = await open();
    started = { server, admin: await server.signIn() };
  });
  afterAll(() => started && end(started.server));
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

async function startWorkerServer(): Promise<WorkerServer> {
  const opened = await createTestDatabase();
  const server = await startTestServer({}, {}, opened);
  const { pool } = opened.database;
  await storeState(pool, 'empty');
  const clock = {
    ...server.clock,
    advance: () => {
      throw new Error('Other files use this server too: take ownServer() to move its clock');
    },
  };
  return {
    server: { ...server, clock },
    clear: async () => {
      await returnTo(pool, 'empty');
      await vacuumGrown(pool);
      server.clearLog();
    },
  };
}
