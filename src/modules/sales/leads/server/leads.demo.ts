import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { hasRows } from '~/kit/server/database/entity';
import { together } from '~/kit/server/database/together';
import { insertRecords, updateRecord } from '~/kit/server/database/write';
import { at, sampleCompany } from '~/modules/sales/customers/sample-companies.rules';
import {
  findByAddress,
  firstAdministrator,
} from '~/modules/organization/users/server/users.service';
import { sampleWorkspaces } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { sampleWrites } from '~/modules/records/custom-fields/server/custom-fields.service';
import { defaultSettings } from '~/modules/organization/company/settings.rules';
import type { Lead } from '../leads.fields';
import { leads, listSampleCustomers, type SampleCustomer } from './leads.queries';
import { listStageIds } from './stages.queries';

const asks = [
  'Needs a quotation for 40 proximity sensors with mounting kits, delivery within six weeks.',
  'Replacing two press lines next year and looking for a supplier with on-site installation.',
  'Met at the trade show; asked for a demo of the packing line and an annual maintenance contract.',
  'Compares three suppliers for safety helmets and gloves, 1,200 sets a year.',
  'Wants prices for aluminium profiles, 8 tonnes a month, payment at 30 days.',
];
const reasons = defaultSettings.lost_reasons;
const sizes = ['small', 'medium', 'large', 'enterprise'] as const;
const sources = ['trade_show', 'referral', 'website', 'cold_outreach', 'other'] as const;
const statuses = [
  'active',
  'active',
  'active',
  'contacted',
  'contacted',
  'qualified',
  'lost',
  'inactive',
] as const;

const count = 400;
/** The newest of them, one of six, became customers. */
const convertedEvery = 6;
const firstCompany = 80;
const daysApart = 1.35;

/** Sample leads of 18 months, spread over the stages, some of them converted; returns how many. */
export async function fillDemoLeads(trx: Transaction, now: Date): Promise<number> {
  if (await hasRows(trx, leads.name)) return 0;
  const stages = await listStageIds(trx);
  const workspaceOf = await sampleWorkspaces(trx);
  const sellers = await sampleSellers(trx);
  const admin = await firstAdministrator(trx);
  const customers = await listSampleCustomers(trx);
  const withOwn = await sampleWrites(trx, 'leads');
  const indexes = Array.from({ length: count }, (_, index) => count - 1 - index);
  const at = (days: number) => ({
    trx,
    context: { person: anonymous, now: new Date(now.getTime() - days * 86_400_000) },
  });
  const buyers = indexes.map((index) =>
    index % convertedEvery === 5 ? customers[(index - 5) / convertedEvery] : undefined,
  );
  const created = await insertRecords(
    leads,
    indexes.map((index, position) => {
      const buyer = buyers[position];
      const write = at(buyer ? ageOf(buyer, now) + 6 + (index % 20) : index * daysApart);
      const values = {
        ...demoLead(index, stages),
        ...(buyer ? { ...asLead(buyer), status: 'qualified' } : {}),
        workspace_id: buyer ? buyer.workspace_id : workspaceOf(index),
        assigned_to: index % 3 === 2 ? free(index, admin) : sellers[index % 2],
      };
      return { write: withOwn(write, index), values };
    }),
  );
  await together(created, async (row, position) => {
    const buyer = buyers[position];
    if (!buyer) return;
    const values = {
      status: 'converted',
      converted_customer_id: buyer.id,
      current_stage_id: stages.at(-1),
    };
    await updateRecord(at(ageOf(buyer, now)), leads, { row, values, action: 'converted' });
  });
  return count;
}

/** Of the leads without a seller a few are assigned to an administrator, the others to no one. */
function free(index: number, admin: number | null): number | null {
  return index % 12 === 2 ? admin : null;
}

function ageOf({ created_at }: SampleCustomer, now: Date): number {
  return (now.getTime() - new Date(created_at).getTime()) / 86_400_000;
}

function asLead({ id: _id, created_at: _at, workspace_id: _w, ...values }: SampleCustomer) {
  return values;
}

async function sampleSellers(trx: Transaction): Promise<number[]> {
  const addresses = ['meera.kulkarni@sales.example', 'ravi.iyer@sales.example'];
  const found = await Promise.all(addresses.map((address) => findByAddress(trx, address)));
  return found.flatMap((person) => (person ? [person.id] : []));
}

/** Entered a second time by someone who did not look: which lead, and how its company is written. */
const duplicates: Readonly<Record<number, { of: number; end: string }>> = {
  8: { of: 31, end: 'Private Limited' },
  20: { of: 46, end: 'Co.' },
};

function companyOf(index: number): Partial<Lead> {
  const { state_code: _code, ...company } = sampleCompany(firstCompany + index);
  const duplicate = duplicates[index];
  if (!duplicate) return company;
  const of = sampleCompany(firstCompany + duplicate.of);
  const { phone, email, city, state, postal_code } = of;
  const company_name = of.company_name.replace(/Pvt Ltd$/, duplicate.end);
  return { ...company, company_name, phone, email, city, state, postal_code };
}

function demoLead(index: number, stages: readonly number[]): Partial<Lead> {
  const status = at(statuses, index * 3);
  return {
    ...companyOf(index),
    company_size: at(sizes, index),
    annual_revenue: 15_000 + ((index * 37_300) % 1_450_000),
    country: 'India',
    lead_source: at(sources, index * 2 + 1),
    initial_inquiry: `${at(asks, index)} (Invented sample record.)`,
    lead_score: (index * 29 + 17) % 101,
    status,
    // One of five has none, as in a real company.
    lost_reason: status === 'lost' && index % 5 > 0 ? at(reasons, index) : null,
    current_stage_id: at(stages, (index * 5) % 7),
  };
}
