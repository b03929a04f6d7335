import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { SourcePage } from '../lead-sources.fields';

interface SampleSource {
  name: string;
  page: SourcePage;
  token: string;
  now: Date;
}

/** Adds a page with its arrivals, which are the newest leads; the people who work on leads take turns. */
export async function insertSampleSource(
  trx: Transaction,
  { name, page, token, now }: SampleSource,
): Promise<number> {
  const added = await sql`with source as (
      insert into lead_sources (name, type, is_active, lead_source, assign_to, repeat, mapping, page, token, form_key,
        last_arrival_at, created_at, updated_at)
      select ${name}, 'page', true, 'trade_show', coalesce((select array_agg(distinct assigned_to) from leads
          where assigned_to is not null), '{}'), 'note', '{"items": null, "id": null, "fields": {}, "fixed": {}}',
        ${JSON.stringify(page)}::jsonb, ${token}, sha256(convert_to(${token}, 'UTF8')),
        (select max(created_at) from leads), ${now}, ${now} returning id)
    insert into lead_arrivals (source_id, at, status, record_type, record_id, record_label, "values")
    select source.id, l.created_at, 'accepted', 'lead', l.id, l.company_name, jsonb_strip_nulls(jsonb_build_object(
        'company_name', l.company_name, 'contact_person', l.contact_person, 'phone', l.phone, 'email', l.email))
    from source, (select * from leads order by created_at desc, id desc limit 2) l order by l.created_at, l.id returning id`.execute(
    trx,
  );
  return added.rows.length;
}
