import { z } from 'zod';
import { createLimiter } from '~/kit/server/limiter';
import { fileRoute } from '~/kit/server/http/file-route';
import type { Api } from '~/kit/server/http/route';
import { isDay } from '~/kit/shared/time/days';
import { archiveInvoices } from './archives.internal';

const day = (name: string) =>
  z
    .string({ error: `Send ${name} once` })
    .refine((text) => text === '' || isDay(text), { error: `${name} must be a date (YYYY-MM-DD)` })
    .default('')
    .transform((text) => (text === '' ? null : text));

const query = z
  .object({ from: day('from'), to: day('to') })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    error: 'from must not be after to',
    path: ['from'],
  });

/** How much of an archive is made before its client has taken what was made, in bytes. */
const ahead = 1_048_576;

export function archiveRoutes(api: Api): void {
  const limiter = createLimiter({
    running: 4,
    waiting: 0,
    each: 2,
    message: 'Too many archives are being created. Please try again in a minute.',
    eachMessage: 'Two of your archives are being created. Wait for one to finish.',
    retryAfterSeconds: 30,
  });
  fileRoute(api, {
    access: 'invoices.export',
    tag: 'Billing',
    url: '/billing/invoices.zip',
    loggedAs: 'invoices.zip',
    summary: 'Download issued invoices as PDF files in one archive; of some days or all',
    query,
    handle: async ({ context, query: days, client: { who, signal } }) => {
      const leave = await limiter.enter({ who, signal });
      try {
        const log = (error: AggregateError) => api.app.log.error(error);
        const { name, content } = await archiveInvoices({ ...context, log }, days);
        content.once('close', leave);
        return {
          name,
          type: 'application/zip',
          content: api.downloads.send(content, { who, ahead }),
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  });
}
