import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';
import { settingsPatchSchema, settingsSchema } from '../settings.fields';
import { stockUses } from '../stock-uses.rules';
import { changeSettings, getSettings } from './settings.service';
import { listStockUses } from './stock-uses.service';
import { patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { billingProfileFields } from '../identity.fields';
import { billingIdentity, saveBillingProfile } from './identity.service';

export function settingsRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/settings',
    access: 'user',
    takesKeys: true,
    summary: 'Get the company’s settings, and what it uses of stock',
    tag: 'Settings',
    response: settingsSchema.extend({ in_use: z.array(z.enum(stockUses)) }),
    handle: async ({ context: { db } }) => {
      const [settings, in_use] = await Promise.all([getSettings(db), listStockUses(db)]);
      return { ...settings, in_use };
    },
  });
  route(api, {
    method: 'PUT',
    url: '/settings',
    confirmed: 'partly',
    access: 'admin',
    summary: 'Change some settings',
    tag: 'Settings',
    body: settingsPatchSchema,
    response: settingsSchema,
    current: async ({ db }) => ({ ...(await getSettings(db)), in_use: await listStockUses(db) }),
    handle: ({ context, body }) => changeSettings(context, body),
  });
}

const profileRow = rowSchema(billingProfileFields);
const tag = 'Billing';

export function identityRoutes(api: Api): void {
  route(api, {
    access: 'user',
    tag,
    method: 'GET',
    url: '/billing/profile',
    summary: 'Get the company details that are printed on invoices',
    response: profileRow,
    handle: ({ context }) => billingIdentity(context.db),
  });
  route(api, {
    access: 'admin',
    confirmed: true,
    tag,
    method: 'PUT',
    url: '/billing/profile',
    summary: 'Change the billing information: the whole form or any of its fields',
    body: patchSchema(billingProfileFields),
    response: profileRow,
    current: ({ db }) => billingIdentity(db),
    handle: ({ context, body }) => saveBillingProfile(context, body),
  });
}
