import { type Api, route } from '~/kit/server/http/route';
import { myDaySchema } from '../my-day.fields';
import { getMyDay } from './my-day.actions';

export function myDayRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/my-day',
    access: 'user',
    tag: 'My Day',
    summary: 'List your overdue, due and upcoming steps, promised deliveries and unanswered leads',
    response: myDaySchema,
    handle: ({ context }) => getMyDay(context),
  });
}
