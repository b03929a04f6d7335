import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

const group = sql`day, stage_id, is_open, workspace_id`;

export const leadCountChecks: readonly Check[] = [
  {
    name: 'Stored lead counts are correct',
    faults: sql`select concat(day, ', stage ', stage_id, ': ', sum(kept), ' counted, ', sum(there), ' there') as what
      from (
        select ${group}, leads as kept, 0 as there from lead_counts
        union all
        select (created_at at time zone 'UTC')::date, current_stage_id,
          status in ('active', 'contacted', 'qualified'), workspace_id, 0, 1 from leads
      ) each (${group}, kept, there)
      group by ${group} having sum(kept) <> sum(there) order by day, stage_id`,
  },
];
