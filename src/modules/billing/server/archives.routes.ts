import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import type { Api } from '~/kit/server/http/route';
import { isDay } from '~/kit/shared/time/days';
import { archiveInvoices } from './archives.steps';

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

export function archiveRoutes(api: Api): void {
  fileRoute(api, {
    access: 'user',
    tag: 'Billing',
    url: '/billing/invoices.zip',
    errors: ['billing.no_invoices'],
    summary: 'The invoices issued, as PDF files in one archive; of some days or all',
    query,
    handle: async ({ context, query: days }) => ({
      ...(await archiveInvoices(context, days)),
      type: 'application/zip',
    }),
  });
}
