import { sql } from 'kysely';
import { columnsOf, instantText } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import { billingProfileFields } from '../identity.fields';

export const billingProfile: Entity<typeof billingProfileFields> = {
  name: 'billing_profile',
  type: 'other',
  noun: 'Billing information',
  fields: billingProfileFields,
  select: (where) =>
    sql`select ${columnsOf(billingProfileFields, 't')},
      (select ${instantText(sql.ref('changed_at'))} from company_logo) as logo_changed_at
      from billing_profile t where ${where}`,
  label: (profile) => profile.company_name ?? 'Billing information',
};

export const billingProfileId = 1;
