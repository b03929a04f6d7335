import { sql } from 'kysely';
import { csvCell } from '~/kit/server/database/copy';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ChosenPart } from '~/kit/server/lists/windows';
import { listed, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import type { CsvColumn } from '~/modules/records/imports/formats.rules';
import { ownCells } from '~/modules/records/imports/server/imports.service';
import { leadFormat, type OwnColumn } from '../leads.csv';
import type { Lead } from '../leads.fields';

/** The columns of a lead that a file writes. */
export const writtenColumns = leadFormat.columns
  .map(({ name }) => (name === 'stage' ? 'current_stage_id' : name))
  .filter((name) => name !== 'id');

export type ExistingLead = Pick<
  Lead,
  'id' | 'workspace_id' | 'current_stage_id' | 'assigned_to' | OwnColumn
>;

/** The values by which a row names its lead; null where a cell is empty. */
export interface RequestedLead {
  id: number | null;
  email: string | null;
  company_name: string | null;
}

export interface FoundLead {
  /** Tells email and company name of a row without an id, as the database compares them; null without both. */
  pair: string | null;
  ids: readonly number[];
}

/** The leads that the person may read, by id or else by email and company name, in the order of the request. */
export async function findRequested(
  trx: Transaction,
  requested: readonly RequestedLead[],
  person: Person,
): Promise<FoundLead[]> {
  const ids = requested.map(({ id }) => id);
  const emails = requested.map(({ email }) => email);
  const companies = requested.map(({ company_name }) => company_name);
  const isRead = readable(person, 'leads');
  // One index lookup per row: the planner joined each block of an import with all leads.
  const result = await sql<FoundLead>`with requested as materialized (
      select n, id, folded(email) as email, folded(company) as company
      from unnest(${ids}::integer[], ${emails}::text[], ${companies}::text[])
        with ordinality as each (id, email, company, n)
    )
    select case when id is null then email || e'\n' || company end as pair,
      array(select t.id from leads t where t.id = w.id and ${isRead}
        union all
        select t.id from leads t
        where w.id is null and folded(t.email) = w.email and folded(t.company_name) = w.company and ${isRead}
        order by id) as ids
    from requested w order by n`.execute(trx);
  return result.rows;
}

/** Those leads by their ids, locked in the order of them unless `isDry`. */
export async function readExisting(
  trx: Transaction,
  ids: readonly number[],
  isDry: boolean,
): Promise<Map<number, ExistingLead>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ record: ExistingLead }>`select row_to_json(r) as record from (
      select t.id, t.workspace_id, ${written} from leads t where t.id = any (${ids}::integer[])
      order by t.id ${isDry ? sql`` : sql`for update of t`}) r`.execute(trx);
  return new Map(result.rows.map(({ record }) => [record.id, record]));
}

export interface Assignee {
  id: number;
  username: string;
  email: string;
  name: string;
  is_active: boolean;
}

export async function listAssignees(trx: Transaction): Promise<Assignee[]> {
  const result = await sql<Assignee>`select id, username, email, is_active,
    first_name || ' ' || last_name as name from users order by id`.execute(trx);
  return result.rows;
}

/** All stages in their order; none is switched off before the transaction ends. */
export async function holdStages(
  trx: Transaction,
): Promise<{ id: number; stage_name: string; is_active: boolean }[]> {
  const result = await sql<{
    id: number;
    stage_name: string;
    is_active: boolean;
  }>`select id, stage_name, is_active from pipeline_stages
    order by stage_order, id for share`.execute(trx);
  return result.rows;
}

/** The leads that the person sees in the list, as lines of CSV, header first. */
export function leadsAsCsv(
  person: Person,
  { join, order }: ChosenPart,
  own: readonly CsvColumn[],
): SqlPart {
  // Two people with one name are written with their ids.
  const assignee = sql`case when p.namesakes > 1 then p.name || ' #' || p.id else p.name end`;
  const cells = leadFormat.columns.map((column) => {
    if (column.name === 'stage') return csvCell(column, sql.ref('s.stage_name'));
    if (column.name === 'assigned_to') return csvCell(column, assignee);
    return csvCell(column, sql.ref(`t.${column.name}`));
  });
  return sql`copy (select ${sql.join([...cells, ...ownCells(own)])} from leads t ${join}
    left join pipeline_stages s on s.id = t.current_stage_id
    left join (select id, name, count(*) over (partition by lower(name)) as namesakes
      from (select id, first_name || ' ' || last_name as name from users) u) p
      on p.id = t.assigned_to
    where ${listed(person, 'leads').where} order by ${order}) to stdout (format csv, header)`;
}

const written = sql.join(writtenColumns.map((name) => sql.ref(`t.${name}`)));
