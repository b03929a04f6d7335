import { type RawBuilder, sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

/** What is wrong with one entry of the audit log, in words: "entry 17, an update of customers 5, was altered". */
interface LogFault {
  entry: number;
  what: string;
}

/** One question about the audit log; its statement gives a row for each fault, the first one first. */
export interface LogCheck {
  name: string;
  faults: RawBuilder<LogFault>;
}

// Written out here, and not the functions of the database: anyone who could alter the log could alter those too.
const textOfEntry = sql`jsonb_build_array(l.id, extract(epoch from l.at), l.transaction_id, l.user_id,
  l.session_id, l.address, l.action, l.entity, l.record, l.part, l.before, l.after)::text`;

const named = sql`concat('entry ', l.id, ', ', l.action, ' ', l.entity, ' ' || l.record, ',')`;

const chain: LogCheck = {
  name: 'Audit log: no sealed entry is missing or altered',
  faults: sql`select position, entry as entry, case
      when not follows then concat('the seal before place ', position, ' of the chain is missing')
      when l.id is null then concat('entry ', entry, ' is missing')
      else concat(${named}, ' was altered') end as what
    from (
      select c.position, c.entry_id as entry, c.sealed_at, c.hash,
        lag(c.hash, 1, coalesce(a.hash, ''::bytea)) over place as previous,
        c.position = 1 + lag(c.position, 1, coalesce(a.position, 0::bigint)) over place as follows
      from audit_chain c left join audit_anchor a on true window place as (order by c.position)
    ) link left join audit_log l on l.id = link.entry
    where not follows or l.id is null or hash <> sha256(previous
      || convert_to(extract(epoch from sealed_at) || ' ' || ${textOfEntry}, 'UTF8'))
    order by position`,
};

const sealing: LogCheck = {
  name: 'Audit log: entries are sealed within ten minutes',
  // By sets, so that its time does not depend on what the planner takes the log's length for.
  faults: sql`select l.id as entry, concat(${named}, ' has no seal') as what from audit_log l
    where l.id in (
      select id from audit_log except select entry_id from audit_chain
      except select entry_id from audit_queue where queued_at >= now() - interval '10 minutes')
    union all
    select q.entry_id, concat('entry ', q.entry_id, ' is missing') from audit_queue q
    where not exists (select from audit_log l where l.id = q.entry_id)
    order by entry`,
};

const beginning: LogCheck = {
  name: 'Audit log: only entries older than eight years were removed, and each removal is logged',
  faults: sql`select a.entry_id as entry, case
      when l.id is null then concat('entry ', a.entry_id, ', which says where the log begins, is missing')
      when l.action <> 'shortened' or l.after->>'position' is distinct from a.position::text
        or l.after->>'hash' is distinct from encode(a.hash, 'hex')
        then concat(${named}, ' says otherwise where the log begins')
      else concat(${named}, ' removed what was younger than eight years') end as what
    from audit_anchor a left join audit_log l on l.id = a.entry_id
    left join audit_chain c on c.entry_id = l.id
    where l.id is null or l.action <> 'shortened'
      or l.after->>'position' is distinct from a.position::text
      or l.after->>'hash' is distinct from encode(a.hash, 'hex')
      or a.sealed_at > coalesce(c.sealed_at, clock_timestamp()) - interval '8 years'`,
};

/** True where a digest of an entry's side has no value, or where a value does not give the digest. */
const differs = (side: 'before' | 'after') => sql`exists (
    select from jsonb_each_text(coalesce(l.${sql.ref(side)}, '{}')) logged (name, digest)
    where digest like 'sha256:%' and digest is distinct from (
      select 'sha256:' || encode(sha256(v.salt || convert_to(name || '=' || value::text, 'UTF8')), 'hex')
      from jsonb_each(v.${sql.ref(side)}) kept (field, value) where field = name))`;

const values: LogCheck = {
  name: 'Audit log: personal values match the log or were erased with a log entry',
  faults: sql`select l.id as entry, concat(${named}, case
      when v.entry_id is null then ' has lost its personal values'
      when v.salt is null then ' has lost its personal values without an entry that erased them'
      else ' has other personal values than were logged' end) as what
    from audit_log l left join audit_values v on v.entry_id = l.id
    where l.entity in ('users', 'invitations') and l.part is null
      and (strpos(l.before::text, '"sha256:') > 0 or strpos(l.after::text, '"sha256:') > 0)
      and (v.entry_id is null
        or v.salt is null and not exists (select from audit_log e
          where e.action = 'erased' and (e.after->>'entries')::int8multirange @> v.entry_id)
        or v.salt is not null and (${differs('before')} or ${differs('after')}))
    order by l.id`,
};

/** What `npm run verify` asks about the audit log (docs/product/log.md#verification). */
export const logChecks: readonly LogCheck[] = [chain, beginning, sealing, values];

/** The first fault of each check that finds one; empty where the log is whole. */
export async function verifyLog(db: Db): Promise<LogFault[]> {
  const found: LogFault[] = [];
  for (const { faults } of logChecks) {
    const { rows } = await sql<LogFault>`select entry, what from (${faults}) f limit 1`.execute(db);
    found.push(...rows);
  }
  return found;
}
