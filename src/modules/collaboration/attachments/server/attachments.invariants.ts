import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const attachmentChecks: readonly Check[] = [
  {
    name: 'Stored files match their checksums',
    faults: sql`select concat('file ', f.id, ', ', f.name, ': ', p.size, ' of ', f.size, ' bytes',
        case when p.size = f.size then ', not as they were' end) as what
      from attached_files f cross join lateral (
        select coalesce(sum(length(content)), 0) as size,
          sha256(coalesce(string_agg(content, ''::bytea order by position), '')) as digest
        from attached_file_parts where file_id = f.id) p
      where encode(p.digest, 'hex') <> f.sha256 or p.size <> f.size order by f.id`,
  },
];
