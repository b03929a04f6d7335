import type { Connection } from '~/kit/server/database/db';
import {
  ensureFirstAdministrator,
  type FirstAdministrator,
} from '~/modules/organization/users/sessions/server/sessions.service';
import { fillDemo } from './demo';
import { type RunningServer, startServer } from './server';
import type { Config } from './start/config';

interface Serving {
  config: Config;
  connection: Connection;
  logStream?: NodeJS.WritableStream;
  onAdministrator: (first: FirstAdministrator) => void;
  /** How much of the sample data is added, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Serves the product with what a first start adds; `demo` is the console's line about sample data, where asked for. */
export async function serve(serving: Serving): Promise<{ server: RunningServer; demo?: string }> {
  const { config, onAdministrator, onProgress, ...rest } = serving;
  const filled: { demo?: string } = {};
  const server = await startServer({
    ...rest,
    config,
    prepare: async (database, clock) => {
      onAdministrator(await ensureFirstAdministrator(database, config.admin, clock.now()));
      if (!config.demo) return;
      const options = { byGst: config.demo === 'gst', onProgress };
      filled.demo = await fillDemo(database, clock.now(), options);
    },
  });
  return { server, ...filled };
}
