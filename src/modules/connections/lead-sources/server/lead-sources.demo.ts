import type { Transaction } from '~/kit/server/database/transaction';
import { newToken } from '~/modules/organization/users/server/hashes.service';
import type { SourcePage } from '../lead-sources.fields';
import { insertSampleSource } from './samples.queries';

const page: SourcePage = {
  title: 'Visit us at the Pune Machine Tool Fair',
  intro: 'Leave your number and we will call you back within a day.',
  thanks: 'Thank you. We will call you soon.',
  redirect_url: null,
  fields: [
    { name: 'company_name', required: false },
    { name: 'contact_person', required: true },
    { name: 'phone', required: true },
    { name: 'email', required: false },
    { name: 'initial_inquiry', required: false },
  ],
  allowed_sites: [],
};

/** A page for visitors of a fair, from which the two newest sample leads came. */
export async function fillDemoSources(trx: Transaction, now: Date): Promise<number> {
  return insertSampleSource(trx, { name: 'Trade fair', page, token: newToken(), now });
}
