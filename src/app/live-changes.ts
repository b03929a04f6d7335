import { type Connection, directly } from '~/kit/server/database/db';
import { onCommit } from '~/kit/server/database/transaction';
import { isOwnOrigin } from '~/kit/server/http/http';
import { addressFinder, trustedNetworks } from '~/kit/server/http/networks';
import type { Api } from '~/kit/server/http/route';
import { securityHeaders } from '~/kit/server/http/security-headers';
import { type Live, startLive } from '~/kit/server/live/live';
import type { Authenticator } from '~/modules/organization/users/sessions/server/sessions.service';
import { liveReading } from '~/modules/organization/workspaces/server/listeners.queries';
import type { Config } from './start/config';

/** The live channel; it and the jobs that send news look at once after each commit of this copy of the server. */
export async function openLive(options: {
  config: Config;
  connection: Connection;
  sessions: Authenticator;
  api: Api;
  allowHandshake: (address: string) => boolean;
  trigger: (job: string) => void;
}): Promise<Live> {
  const { config, connection, sessions, api, allowHandshake, trigger } = options;
  const addressOf = addressFinder(trustedNetworks(config));
  const { app, database, laneDatabase, publicDatabase } = api;
  const live = await startLive({
    server: app.server,
    connection: directly(connection),
    db: database.db,
    authenticate: sessions.authenticateCookies,
    reading: liveReading(database.db),
    openSessions: sessions.openSessions,
    allowOrigin: (origin, host) =>
      origin === undefined || isOwnOrigin(origin, host, config.publicUrl),
    allowHandshake: (request) => allowHandshake(addressOf(request)),
    trigger,
    headers: securityHeaders(config.publicUrl),
    log: app.log,
  });
  for (const { db } of [database, laneDatabase, publicDatabase]) {
    onCommit(db, () => {
      live.committed();
      trigger('notifications');
      trigger('webhooks');
    });
  }
  return live;
}
