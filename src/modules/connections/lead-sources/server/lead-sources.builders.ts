import { createHash } from 'node:crypto';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { Arrival, LeadSource } from '../lead-sources.fields';
import type { Challenge } from './challenges.internal';

const pageOf = {
  title: 'Contact us',
  fields: [
    { name: 'company_name', required: false },
    { name: 'contact_person', required: true },
    { name: 'email', required: false },
    { name: 'phone', required: false },
    { name: 'initial_inquiry', required: false },
  ],
};

export function makePage(
  caller: Caller,
  values: Record<string, unknown> = {},
): Promise<LeadSource> {
  const { page, ...own } = values;
  return makeRecord<LeadSource>(caller, '/lead-sources', {
    name: 'Website',
    type: 'page',
    page: { ...pageOf, ...(page as object) },
    ...own,
  });
}

export function makeHook(
  caller: Caller,
  values: Record<string, unknown> = {},
): Promise<LeadSource> {
  return makeRecord<LeadSource>(caller, '/lead-sources', {
    name: 'Landing page',
    type: 'hook',
    ...values,
  });
}

/** The solution of a challenge, as a browser sends it. */
export function solved({ challenge, salt, maxnumber, algorithm, signature }: Challenge): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    const solution = { algorithm, salt, challenge, number, signature };
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  }
  throw new Error('The challenge has no solution');
}

export async function challengeOf(caller: Caller, { token }: LeadSource): Promise<Challenge> {
  const { body } = await caller.get<{ challenge: Challenge }>(`/public/forms/${token}`);
  return body.data.challenge;
}

export async function arrivalsOf(caller: Caller, { id }: LeadSource): Promise<Arrival[]> {
  return (await caller.get<Arrival[]>(`/lead-sources/${id}/arrivals`)).body.data;
}
