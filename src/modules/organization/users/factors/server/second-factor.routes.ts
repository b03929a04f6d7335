import { z } from 'zod';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { beginningSchema, recoveryCodesSchema, secondFactorSchema } from '../second-factor.fields';
import { getFactor } from './second-factor.queries';
import {
  beginSecondFactor,
  confirmSecondFactor,
  resetSecondFactor,
  turnOffSecondFactor,
} from './second-factor.actions';
import { secretsIn } from '~/kit/server/files/secrets';

const shared = {
  access: 'user',
  beforeSecondFactor: true,
  tag: 'Sign-in',
  url: '/auth/second-factor',
} as const;
const password = z.strictObject({
  password: z.string({ error: 'Please enter your password' }).min(1, 'Please enter your password'),
});
const code = z.strictObject({
  code: z.string({ error: 'Please type the code' }).min(1, 'Please type the code').max(100),
});

export function secondFactorRoutes(api: Api): void {
  const secrets = secretsIn(api.dataDir);
  route(api, {
    ...shared,
    method: 'GET',
    summary: 'Get whether you have a second factor, and the number of unused recovery codes',
    response: secondFactorSchema,
    handle: ({ context }) => getFactor(context.db, context.person.id),
  });
  route(api, {
    ...shared,
    method: 'POST',
    confirmed: 'partly',
    summary:
      'Set up a second factor: with `password` it starts, with a `code` it is turned on and ends the other sessions',
    body: z.union([password, code], { error: 'Send {password} or {code}' }),
    response: z.union([beginningSchema, recoveryCodesSchema]),
    handle: ({ context, body }) =>
      'code' in body
        ? confirmSecondFactor(context, { ...body, secrets })
        : beginSecondFactor(context, { ...body, secrets }),
  });
  route(api, {
    method: 'DELETE',
    url: '/users/:id/second-factor',
    access: 'admin',
    confirmed: true,
    tag: 'Users',
    summary: 'Reset a lost second factor; ends all sessions of the user and notifies them by email',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => resetSecondFactor(context, params.id),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    confirmed: 'partly',
    summary: 'Turn off your second factor',
    body: password,
    response: z.object({ message: z.string() }),
    handle: async ({ context, body }) => {
      await turnOffSecondFactor(context, body.password);
      return { message: 'Two-step sign-in is off' };
    },
  });
}
