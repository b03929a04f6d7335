import { type Api, route } from '~/kit/server/http/route';
import { settingsPatchSchema, settingsSchema } from '../settings.fields';
import { changeSettings, getSettings } from './settings.service';
import { patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { billingProfileFields } from '../identity.fields';
import { billingIdentity, saveBillingProfile } from './identity.service';

export function settingsRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/settings',
    access: 'user',
    takesKeys: true,
    summary: 'Get the company’s settings',
    tag: 'Settings',
    response: settingsSchema,
    handle: ({ context }) => getSettings(context.db),
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
    current: ({ db }) => getSettings(db),
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
