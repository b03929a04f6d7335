import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import { consentBody, consentSchema, policyPatch, policySchema } from '../privacy.fields';
import { confirmationText } from '../privacy.rules';
import { anonymizeData } from './anonymization.actions';
import { chooseConsent, getConsents, changePolicy, getPolicy, exportData } from './privacy.actions';

const tag = 'Privacy';
const mine = { access: 'user', tag } as const;

const anonymizeBody = z.strictObject({ confirmation: z.string({ error: confirmationText }) });

export function privacyRoutes(api: Api): void {
  consentRoutes(api);
  dataRoutes(api);
  policyRoutes(api);
}

function consentRoutes(api: Api): void {
  route(api, {
    ...mine,
    method: 'GET',
    url: '/privacy/consents',
    summary: 'Get your choice for each of the four consent types',
    response: z.array(consentSchema),
    handle: ({ context }) => getConsents(context),
  });
  route(api, {
    ...mine,
    method: 'POST',
    url: '/privacy/consents',
    summary: 'Grant or deny one consent type; earlier choices stay in the history',
    body: consentBody,
    response: consentSchema,
    status: 201,
    handle: ({ context, body }) => chooseConsent(context, body),
  });
}

function dataRoutes(api: Api): void {
  const exports = createLimiter({
    running: 2,
    waiting: 10,
    each: 2,
    message: 'Too many exports of personal data are running. Please try again in a minute.',
    eachMessage: 'Two of your exports are running. Wait for one to finish.',
    retryAfterSeconds: 10,
  });
  fileRoute(api, {
    ...mine,
    url: '/privacy/export-data',
    summary: 'Export all data stored about you',
    response: z.record(z.string(), z.unknown()),
    handle: async ({ context }) => {
      const who = context.person.id;
      const leave = await exports.enter({ who });
      try {
        const out = await exportData(context);
        out.once('close', leave);
        const content = api.downloads.send(out, { who });
        return { name: null, type: 'application/json; charset=utf-8', content };
      } catch (error) {
        leave();
        throw error;
      }
    },
  });
  route(api, {
    ...mine,
    method: 'POST',
    url: '/privacy/anonymize-data',
    confirmed: true,
    summary: 'Permanently replace your personal data and end all sessions; business records stay',
    body: anonymizeBody,
    response: z.object({ message: z.string() }),
    handle: async ({ context, body }) => {
      await anonymizeData(context, body.confirmation);
      return { message: 'Your data has been anonymized. You will now be logged out.' };
    },
  });
}

function policyRoutes(api: Api): void {
  route(api, {
    ...mine,
    method: 'GET',
    url: '/privacy/policy-info',
    summary: 'Get the data controller, retention periods, purposes and the rights of users',
    response: policySchema,
    handle: ({ context }) => getPolicy(context.db),
  });
  route(api, {
    method: 'PUT',
    url: '/privacy/policy-info',
    access: 'admin',
    tag,
    summary: 'Change the texts of the privacy page',
    body: policyPatch,
    response: policySchema,
    handle: ({ context, body }) => changePolicy(context, body),
  });
}
