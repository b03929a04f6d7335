import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export type Command =
  | { do: 'open'; url: string; people: string[]; paths: string[] }
  | { do: 'bytes' }
  | { do: 'seen'; sent: [phone: string, at: number][] }
  | { do: 'live' }
  | { do: 'different'; url: string; cookie: string }
  | { do: 'close' };

export type Answer = number[];

export class People {
  readonly #process: ChildProcess;

  private constructor(started: ChildProcess) {
    this.#process = started;
  }

  static async start(): Promise<People> {
    const started = fork(new URL('live-clients.ts', import.meta.url));
    // What is sent to it before it listens is lost.
    await once(started, 'message');
    return new People(started);
  }

  async ask(command: Command): Promise<Answer> {
    this.#process.send(command);
    const [answer] = (await once(this.#process, 'message')) as [Answer];
    return answer;
  }

  async live(): Promise<void> {
    while ((await this.ask({ do: 'live' }))[0] !== 1) await sleep(50);
  }

  end(): void {
    this.#process.kill();
  }
}

/** People with rights over everything, each signed in; their cookies. */
export async function signInMany(client: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const digests = tokens.map((token) => createHash('sha256').update(token).digest());
  await client.query(
    `with person as (
      insert into users (username, email, first_name, last_name, role, password_hash, created_at, updated_at)
      select 'live-' || n, 'live-' || n || '@bench.example', 'Live', n::text, 'user', '', now(), now()
      from generate_series(1, $1::int) n returning id),
    session as (
      insert into sessions (user_id, device, created_at, last_seen_at)
      select id, '', now(), now() from person returning id)
    insert into session_tokens (digest, session_id, kind, expires_at)
    select digest, id, kind, now() + interval '1 day'
    from (select id, row_number() over () as n from session) s
    join unnest($2::bytea[], $3::bytea[]) with ordinality as token (access, refresh, n) using (n),
    lateral (values (access, 'access'), (refresh, 'refresh')) as kinds (digest, kind)`,
    [count, digests, tokens.map(() => randomBytes(32))],
  );
  return tokens.map((token) => `access=${token}`);
}
