import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';
import { rowLimit } from '~/kit/server/http/row-limit';
import {
  notificationSchema,
  preferencesPatchSchema,
  preferencesSchema,
  readSchema,
} from '../notifications.fields';
import { changePreferences, getPreferences, readNotifications } from './notifications.service';
import { listNotifications } from './notifications.queries';

const query = z.object({
  limit: rowLimit({ usual: 200, highest: 1000 }),
});

const shared = { access: 'user', tag: 'Notifications' } as const;

export function notificationRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/notifications',
    summary: 'List your notifications, newest first; they are kept for 90 days',
    query,
    response: z.array(notificationSchema),
    handle: ({ context, query: { limit } }) =>
      listNotifications(context.db, context.person.id, limit),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/notifications/read',
    summary: 'Mark some of your notifications as read, or all',
    body: readSchema,
    response: z.object({ unread: z.int() }),
    handle: ({ context, body }) => readNotifications(context, body),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/notifications/preferences',
    summary: 'Get your notification settings',
    response: preferencesSchema,
    handle: ({ context }) => getPreferences(context.db, context.person.id),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/notifications/preferences',
    summary: 'Change your notification settings: the whole form or any of its parts',
    body: preferencesPatchSchema,
    response: preferencesSchema,
    handle: ({ context, body }) => changePreferences(context, body),
  });
}
