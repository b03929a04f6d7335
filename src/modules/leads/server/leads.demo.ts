import { nobody } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { hasRows } from '~/kit/server/database/entity';
import { insertRecord } from '~/kit/server/database/write';
import { withScheme } from '~/kit/shared/fields/contact';
import { findByAddress } from '~/modules/users/server/users.service';
import { sampleWorkspaces } from '~/modules/workspaces/server/workspace-scope.service';
import type { Lead } from '../leads.fields';
import { leads } from './leads.queries';
import { listStageIds } from './stages.queries';

const trades = [
  ['Precision Castings', 'Automotive'],
  ['Agro Pumps', 'Agriculture'],
  ['Textile Machines', 'Textiles'],
  ['Switchgear', 'Electrical'],
  ['Pharma Packaging', 'Pharmaceuticals'],
  ['Steel Fabricators', 'Construction'],
  ['Hydraulics', 'Heavy Engineering'],
  ['Polymers', 'Plastics'],
  ['Food Processors', 'Food & Beverage'],
  ['Solar Structures', 'Renewable Energy'],
] as const;

const houses = [
  'Ashoka',
  'Deccan',
  'Konkan',
  'Malabar',
  'Narmada',
  'Sahyadri',
  'Satpura',
  'Vindhya',
  'Kaveri',
  'Godavari',
  'Aravalli',
  'Chambal',
];
const first = [
  'Asha',
  'Ravi',
  'Meera',
  'Imran',
  'Lakshmi',
  'Joseph',
  'Gurpreet',
  'Ananya',
  'Vikram',
  'Farida',
  'Suresh',
  'Nandini',
];
const last = [
  'Verma',
  'Iyer',
  'Patel',
  'Khan',
  'Reddy',
  'Thomas',
  'Singh',
  'Banerjee',
  'Kulkarni',
  'Shaikh',
  'Nair',
  'Joshi',
];
const places = [
  ['Pune', 'Maharashtra', '411026'],
  ['Coimbatore', 'Tamil Nadu', '641021'],
  ['Rajkot', 'Gujarat', '360003'],
  ['Ludhiana', 'Punjab', '141003'],
  ['Peenya', 'Karnataka', '560058'],
  ['Faridabad', 'Haryana', '121003'],
  ['Howrah', 'West Bengal', '711101'],
  ['Hosur', 'Tamil Nadu', '635126'],
] as const;
const asks = [
  'Needs a quotation for 40 proximity sensors with mounting kits, delivery within six weeks.',
  'Replacing two press lines next year and looking for a supplier with on-site installation.',
  'Met at the trade show; asked for a demo of the packing line and an annual maintenance contract.',
  'Compares three suppliers for safety helmets and gloves, 1,200 sets a year.',
  'Wants prices for aluminium profiles, 8 tonnes a month, payment at 30 days.',
];
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

const count = 96;

/**
 * Sample leads of the last months, spread over the stages; returns how many. E-mail addresses use the reserved domain
 * `.example`.
 */
export async function fillDemoLeads(trx: Transaction, now: Date): Promise<number> {
  if (await hasRows(trx, leads.name)) return 0;
  const stages = await listStageIds(trx);
  const workspaceOf = await sampleWorkspaces(trx);
  const sellers = await sampleSellers(trx);
  for (let index = count - 1; index >= 0; index -= 1) {
    const created = new Date(now.getTime() - index * 1.5 * 86_400_000);
    await insertRecord({ trx, context: { person: nobody, now: created } }, leads, {
      ...demoLead(index, stages),
      workspace_id: workspaceOf(index),
      assigned_to: index % 3 === 2 ? null : sellers[index % 2],
    });
  }
  return count;
}

async function sampleSellers(trx: Transaction): Promise<number[]> {
  const addresses = ['meera.kulkarni@sales.example', 'ravi.iyer@sales.example'];
  const found = await Promise.all(addresses.map((address) => findByAddress(trx, address)));
  return found.flatMap((person) => (person ? [person.id] : []));
}

function demoLead(index: number, stages: readonly number[]): Partial<Lead> {
  const [trade, industry] = at(trades, index * 7);
  const [city, state, postal_code] = at(places, index * 3 + Math.floor(index / 8));
  const house = at(houses, index + Math.floor(index / 12));
  const [given, family] = [at(first, index * 5), at(last, index * 7 + Math.floor(index / 12))];
  const domain = `${house}-${trade}`.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return {
    company_name: `${house} ${trade} ${index % 3 === 0 ? 'Pvt Ltd' : index % 3 === 1 ? 'Industries' : '& Sons'}`,
    contact_person: `${given} ${family}`,
    email: `${given}.${family}@${domain}.example`.toLowerCase(),
    phone: `+91 ${98_200 + index * 13} ${10_000 + index * 347}`,
    industry,
    company_size: at(sizes, index),
    annual_revenue: 15_000 + ((index * 37_300) % 1_450_000),
    website: index % 4 === 3 ? null : withScheme(`www.${domain}.example`),
    address: `Plot ${index + 11}, Industrial Area Phase ${(index % 3) + 1}`,
    city,
    state,
    postal_code,
    country: 'India',
    lead_source: at(sources, index * 2 + 1),
    initial_inquiry: `${at(asks, index)} (Invented sample record.)`,
    lead_score: (index * 29 + 17) % 101,
    status: at(statuses, index * 3),
    current_stage_id: at(stages, (index * 5) % 7),
  };
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('Sample data needs something to choose from');
  return found;
}
