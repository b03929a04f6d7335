import * as field from '~/kit/shared/fields/fields';
import {
  type CsvColumn,
  type CsvFormat,
  sampleFile,
} from '~/modules/records/imports/formats.rules';
import {
  partyJoins,
  partyStandIns,
  partySynonyms,
  stateAlone,
} from '~/modules/sales/customers/party-headings.csv';
import { partyPrograms } from '~/modules/sales/customers/party-programs.csv';
import { leadFields } from './leads.fields';
import { sourceNamed, statusNamed } from './lead-words.rules';

const ownNames = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'status',
  'lead_source',
  'lead_score',
  'industry',
  'company_size',
  'annual_revenue',
  'website',
  'address',
  'city',
  'state',
  'postal_code',
  'country',
  'initial_inquiry',
] as const;

/** The columns of a file that hold a value of the lead as it is. */
export type OwnColumn = (typeof ownNames)[number];

function columnOf(name: OwnColumn): CsvColumn {
  const plain = { name, field: leadFields[name] };
  switch (name) {
    case 'status':
      return { ...plain, initial: 'active', meaning: statusNamed, isMinor: true };
    case 'lead_source':
      return { ...plain, meaning: sourceNamed };
    case 'state':
      return { ...plain, meaning: stateAlone };
    case 'lead_score':
      return { ...plain, isMinor: true };
    case 'initial_inquiry':
      return { ...plain, isJoined: true };
    default:
      return plain;
  }
}

const own = ownNames.map(columnOf);
const id = field.wholeNumber({ label: 'ID', min: 1, max: field.maxId });
const stage = field.text({ label: 'Stage', max: 50 });
const person = field.text({ label: 'Assigned To', max: 255 });

/** A file of leads, in the order of its export (docs/product/leads.md#import-and-export). */
export const leadFormat: CsvFormat = {
  columns: [
    { name: 'id', field: id },
    ...own.slice(0, 5),
    // An empty cell keeps the stage of a lead; a new lead goes to the first stage.
    { name: 'stage', field: stage, initial: null, isMinor: true },
    { name: 'assigned_to', field: person, isMinor: true },
    ...own.slice(5),
  ],
  synonyms: {
    ...partySynonyms,
    lead_id: 'id',
    person: 'contact_person',
    current_stage: 'stage',
    current_stage_id: 'stage',
    pipeline_stage: 'stage',
    stage_name: 'stage',
    assigned: 'assigned_to',
    assigned_person: 'assigned_to',
    assignee: 'assigned_to',
    owner: 'assigned_to',
    lead_owner: 'assigned_to',
    contact_owner: 'assigned_to',
    salesperson: 'assigned_to',
    sales_person: 'assigned_to',
    lead_status: 'status',
    source: 'lead_source',
    leadsource: 'lead_source',
    score: 'lead_score',
    value: 'annual_revenue',
    expected_revenue: 'annual_revenue',
    lead_value: 'annual_revenue',
    annualrevenue: 'annual_revenue',
    notes: 'initial_inquiry',
    inquiry: 'initial_inquiry',
    description: 'initial_inquiry',
    message: 'initial_inquiry',
    note: 'initial_inquiry',
    comments: 'initial_inquiry',
    remarks: 'initial_inquiry',
    requirement: 'initial_inquiry',
    enquiry: 'initial_inquiry',
    subject: 'initial_inquiry',
    query_message: 'initial_inquiry',
    sender_address: 'address',
    billing_address: 'address',
  },
  joins: partyJoins('address'),
  standIns: partyStandIns,
  programs: partyPrograms,
  key: 'id',
  isKeyNeeded: false,
};

const samples: readonly Readonly<Record<string, string>>[] = [
  {
    company_name: 'Sample: Sahyadri Castings',
    contact_person: 'Meera Kulkarni',
    email: 'meera@sahyadri.example',
    phone: '+91 98220 12345',
    status: 'active',
    lead_source: 'trade_show',
    lead_score: '70',
    industry: 'Automotive',
    company_size: 'medium',
    annual_revenue: '1200000',
    city: 'Pune',
    state: 'Maharashtra',
    postal_code: '411026',
    country: 'India',
    initial_inquiry: 'Asks for a quote on 400 brackets a month',
  },
  {
    company_name: 'Sample: Kaveri Looms',
    contact_person: 'Ravi Iyer',
    email: 'ravi@kaveri.example',
    status: 'contacted',
    lead_source: 'referral',
    city: 'Coimbatore',
    country: 'India',
  },
];

/** The template: the header, without the id of leads that are there already, and two rows marked as samples. */
export function sampleCsv(): string {
  const names = leadFormat.columns.map(({ name }) => name).filter((name) => name !== 'id');
  return sampleFile(names, samples);
}
