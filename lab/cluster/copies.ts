import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePorts, type Services } from './services';

export interface Copy {
  port: number;
  url: string;
  end: (signal: NodeJS.Signals) => Promise<void>;
  output: () => string;
}

const readyWithinMs = 60_000;

/** Starts the server that was built in `root`; its port stays the same when it is started again. */
export async function startCopy(
  services: Services,
  {
    root,
    name,
    environment,
    port,
  }: {
    root: string;
    name: string;
    environment: Record<string, string>;
    port?: number;
  },
): Promise<Copy> {
  const [free = 0] = port === undefined ? await freePorts(1) : [port];
  const child = spawn(process.execPath, [path.join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      PORT: String(free),
      DATA_DIR: services.makeFolder(`data-${name}`),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  services.keep(name, child);
  let output = '';
  const hear = (chunk: Buffer) => {
    output = (output + String(chunk)).slice(-100_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  await ready(child, () => output);
  return {
    port: free,
    url: `http://127.0.0.1:${free}`,
    end: (signal) => services.end(name, signal),
    output: () => output,
  };
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const end = AbortSignal.timeout(readyWithinMs);
  while (!/ready: http/.test(output())) {
    if (child.exitCode !== null || end.aborted)
      throw new Error(`The server did not start:\n${output()}`);
    await Promise.race([
      child.stdout ? once(child.stdout, 'data') : undefined,
      once(child, 'exit'),
      once(end, 'abort'),
    ]);
  }
}
