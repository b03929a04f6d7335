import { type Connection, requireDatabase } from '~/kit/server/database/db';
import { startEmbedded } from '~/kit/server/postgres/embedded';
import { joinEmbedded } from '~/kit/server/postgres/embedded-join';
import type { Config } from './config';

export interface OpenedConnection {
  connection: Connection;
  stop: () => Promise<void>;
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'> &
  Partial<Pick<Config, 'databaseReplicaUrl'>>;

type Log = (line: string) => void;

/** The database that the environment names, for one program alone; an embedded one is made where there is none. */
export function openConnection(place: Place, log: Log): Promise<OpenedConnection> {
  return open(place, () => startEmbedded({ dataDir: place.dataDir, log }));
}

/** The same database next to a program that may be running on it; StartError where there is none. */
export function joinConnection(place: Place, log: Log): Promise<OpenedConnection> {
  return open(place, () => joinEmbedded({ dataDir: place.dataDir, log }));
}

async function open(
  { databaseUrl, databaseDirectUrl, databaseReplicaUrl }: Place,
  openEmbedded: () => Promise<OpenedConnection>,
): Promise<OpenedConnection> {
  if (databaseUrl === undefined) return openEmbedded();
  await requireDatabase('DATABASE_URL', databaseUrl);
  const connection: Connection = { connectionString: databaseUrl };
  if (databaseDirectUrl !== undefined) {
    await requireDatabase('DATABASE_DIRECT_URL', databaseDirectUrl);
    connection.direct = { connectionString: databaseDirectUrl };
  }
  // One that is away is no reason not to start.
  if (databaseReplicaUrl !== undefined)
    connection.replica = { connectionString: databaseReplicaUrl };
  return { connection, stop: async () => undefined };
}
