import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import type { SqlPart } from '~/kit/server/database/db';

/** Numbers of a series that no transfer has, and numbers of transfers that the series never gave. */
function gaps(series: SqlPart, of: { year: string; sequence: string; number: string }) {
  const [year, sequence] = [sql.ref(`t.${of.year}`), sql.ref(`t.${of.sequence}`)];
  return sql<{
    what: string;
  }>`select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
      from ${series} s cross join lateral generate_series(s.first_number, s.last_number) n (number)
      where not exists (select from transfers t where ${year} = s.financial_year and ${sequence} = n.number)
      union all
      select concat(${sql.ref(`t.${of.number}`)}, ' was never given') from transfers t
        left join ${series} s on s.financial_year = ${year}
      where ${sequence} is not null and (s.last_number is null or ${sequence} > s.last_number)`;
}

export const transferChecks: readonly Check[] = [
  {
    name: 'The movements of each transfer add up to 0 and match its lines',
    faults: sql`select concat(t.transfer_number, ', product ', product_id, ': ', sum(lines), ' on its lines, ', sum(came), ' came, ',
        sum(went), ' went, ', sum(moved), ' in all, worth ', sum(value)) as what
      from (
        select t.id, l.product_id, l.quantity as lines, 0 as came, 0 as went, 0 as moved, 0 as value
        from transfers t join transfer_lines l on l.transfer_id = t.id where t.status = 'done'
        union all
        select t.id, m.product_id, 0, case when coalesce(m.location_id, 1) = t.to_id then m.quantity else 0 end,
          case when coalesce(m.location_id, 1) = t.from_id then -m.quantity else 0 end, m.quantity, abs(m.value) + abs(m.difference)
        from stock_movements m join transfers t on t.id = m.source_id where m.source_type = 'transfer'
      ) each join transfers t using (id)
      group by t.id, t.transfer_number, product_id
      having sum(moved) <> 0 or sum(came) <> sum(lines) or sum(went) <> sum(lines) or sum(value) <> 0 order by t.id`,
  },
  {
    name: 'Transfers have as many lines as they count',
    faults: sql`select concat(t.transfer_number, ' has ', t.item_count, ' items and ', count(l.id), ' lines') as what
      from transfers t left join transfer_lines l on l.transfer_id = t.id
      group by t.id having t.item_count <> count(l.id)`,
  },
  {
    name: 'Transfer numbers have no gaps',
    faults: gaps(sql`transfer_numbers`, {
      year: 'number_year',
      sequence: 'number_sequence',
      number: 'transfer_number',
    }),
  },
  {
    name: 'Numbers of challans for job work have no gaps',
    faults: gaps(sql`job_challan_numbers`, {
      year: 'challan_year',
      sequence: 'challan_sequence',
      number: 'challan_number',
    }),
  },
];
