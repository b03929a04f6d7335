import { type Api, route } from '~/kit/server/http/route';
import { settingsPatchSchema, settingsSchema } from '../settings.fields';
import { changeSettings, getSettings } from './settings.service';

export function settingsRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/settings',
    access: 'user',
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
