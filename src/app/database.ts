import type { Connection } from '~/kit/server/database/db';
import { joinEmbedded, startEmbedded } from '~/kit/server/postgres/embedded';
import type { Config } from './start/config';

export interface OpenedConnection {
  connection: Connection;
  stop: () => Promise<void>;
}

type DatabaseLocation = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'> &
  Partial<Pick<Config, 'databaseReplicaUrl'>>;

type Log = (line: string) => void;

/** The database that the environment names, for one program alone; an embedded one is made where there is none. */
export function openConnection(location: DatabaseLocation, log: Log): Promise<OpenedConnection> {
  return open(location, () => startEmbedded({ dataDir: location.dataDir, log }));
}

/** The same database next to a program that may be running on it; StartError where there is none. */
export function joinConnection(location: DatabaseLocation, log: Log): Promise<OpenedConnection> {
  return open(location, () => joinEmbedded({ dataDir: location.dataDir, log }));
}

async function open(
  { databaseUrl, databaseDirectUrl, databaseReplicaUrl }: DatabaseLocation,
  openEmbedded: () => Promise<OpenedConnection>,
): Promise<OpenedConnection> {
  if (databaseUrl === undefined) return openEmbedded();
  // Loaded late: the first start of an embedded database does not wait for the query builder.
  const { requireDatabase } = await import('~/kit/server/database/db');
  await requireDatabase('DATABASE_URL', databaseUrl);
  const connection: Connection = { connectionString: databaseUrl };
  if (databaseDirectUrl !== undefined) {
    await requireDatabase('DATABASE_DIRECT_URL', databaseDirectUrl);
    connection.direct = { connectionString: databaseDirectUrl };
  }
  // The product also starts while the replica is away.
  if (databaseReplicaUrl !== undefined)
    connection.replica = { connectionString: databaseReplicaUrl };
  return { connection, stop: async () => undefined };
}
