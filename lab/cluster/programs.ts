import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const serverPrograms = '/usr/lib/postgresql/15/bin';

const programs = {
  postgres: [path.join(serverPrograms, 'postgres'), 'postgresql-15'],
  patroni: ['/usr/bin/patroni', 'patroni'],
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  pgbouncer: ['/usr/sbin/pgbouncer', 'pgbouncer'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy'],
} as const;

export type Program = keyof typeof programs;

export const postgresFolder = serverPrograms;

export function pathOf(program: Program): string {
  return programs[program][0];
}

export function missingPackages(): string[] {
  return Object.values(programs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
}

export interface Owner {
  uid: number;
  gid: number;
}

/** Whom the programs run as: PostgreSQL refuses root, so root takes the user of Debian's package. */
export function ownerOf(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error('There is no user postgres to run the database as');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}
