import { sql } from 'kysely';
import { instantText } from '~/kit/server/database/db';
import { registerMove } from '~/modules/records/batches/server/registry.service';
import { personalRows } from '~/modules/upkeep/privacy/server/personal-rows.service';

/** Saved reports are a person's alone; a scheduled statement follows its customer or vendor. */
export function provideReports(): void {
  registerMove({ of: 'customers', table: 'saved_reports', column: 'customer_id' });
  registerMove({ of: 'vendors', table: 'saved_reports', column: 'vendor_id' });
  personalRows.provide({
    exported: (user) => ({
      saved_reports: sql`select id, report, name, choices, customer_id, vendor_id, schedule,
          ${instantText(sql.ref('created_at'))} as created_at
        from saved_reports where user_id = ${user} order by id desc`,
    }),
    forget: async (trx, user) => {
      await sql`delete from saved_reports where user_id = ${user}`.execute(trx);
      await sql`delete from report_recipients where user_id = ${user}`.execute(trx);
    },
  });
}
