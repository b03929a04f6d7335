import { type Program, without } from '~/modules/records/imports/formats.rules';
import { leadPrograms } from './lead-programs.csv';

type Headings = Program['headings'];

const zohoOwn = without(
  'record_id lead_owner_id contact_owner_id account_owner_id created_by_id created_by modified_by_id modified_by ' +
    'created_time modified_time last_activity_time is_converted converted_account converted_contact converted_deal ' +
    'unsubscribed_mode unsubscribed_time lead_name contact_name_id account_name_id salutation tag layout_id',
);

const salesforceOwn = without(
  'lead_id account_id contact_id create_date created_date last_modified_date last_activity salutation rating ' +
    'annual_revenue_currency parent_account account_owner_alias account_site',
);

const odoo: Headings = {
  complete_name: 'company_name',
  display_name: 'company_name',
  name: 'name',
  // The company that has exported the file.
  company: [],
  related_company: 'company_name',
  parent_name: 'company_name',
  phone: 'phone',
  mobile: 'phone',
  tax_id: 'gstin',
  reference: 'customer_code',
  salesperson: 'assigned_to',
  ...without('activities external_id is_a_company sequence'),
};

const quickBooksAddresses: Headings = {
  bill_address: 'street',
  billing_address: 'street',
  ship_address: 'ship_street',
};

const tally: Headings = {
  particulars: 'company_name',
  ...without('closing_balance debit credit closing_balance_debit closing_balance_credit'),
};

/** Exports of people and companies (docs/product/imports.md#other-programs). */
export const partyPrograms: readonly Program[] = [
  {
    name: 'HubSpot deals',
    signs: ['deal_name', 'deal_stage', 'associated_company'],
    headings: {
      associated_company: 'company_name',
      associated_contact: ['contact_person', 'email'],
      deal_stage: 'stage',
      deal_owner: 'assigned_to',
      amount: 'annual_revenue',
      deal_name: 'initial_inquiry',
      deal_description: 'initial_inquiry',
      ...without(
        'record_id close_date pipeline deal_type create_date associated_company_ids associated_contact_ids',
      ),
    },
  },
  {
    name: 'HubSpot contacts',
    signs: ['record_id', 'lifecycle_stage', 'email'],
    headings: {
      contact_owner: 'assigned_to',
      lead_status: 'status',
      original_source: 'lead_source',
      original_traffic_source: 'lead_source',
      message: 'initial_inquiry',
      company_name: 'company_name',
      associated_company: 'company_name',
      phone_number: 'phone',
      mobile_phone_number: 'phone',
      ...without(
        'record_id lifecycle_stage marketing_contact_status job_title create_date last_activity_date',
      ),
    },
  },
  {
    name: 'HubSpot companies',
    signs: ['record_id', 'company_name', 'company_owner'],
    headings: {
      company_owner: 'assigned_to',
      type: [],
      ...without('record_id create_date last_activity_date lifecycle_stage'),
    },
  },
  {
    name: 'Salesforce leads',
    signs: ['company_account', 'lead_status'],
    headings: {
      lead_owner: 'assigned_to',
      lead_status: 'status',
      no_of_employees: 'employee_count',
      ...salesforceOwn,
      title: [],
    },
  },
  {
    name: 'Salesforce accounts',
    signs: ['account_name', 'account_owner'],
    headings: {
      account_owner: 'assigned_to',
      employees: 'employee_count',
      type: [],
      ...salesforceOwn,
    },
  },
  {
    name: 'Salesforce contacts',
    signs: ['account_name', 'contact_owner', 'mailing_city'],
    headings: { contact_owner: 'assigned_to', title: [], ...salesforceOwn },
  },
  {
    name: 'Zoho CRM leads',
    signs: ['lead_owner', 'lead_status', 'record_id'],
    headings: {
      lead_owner: 'assigned_to',
      lead_status: 'status',
      no_of_employees: 'employee_count',
      rating: [],
      ...zohoOwn,
    },
  },
  {
    name: 'Zoho CRM contacts',
    signs: ['contact_owner', 'mailing_city', 'record_id'],
    headings: { contact_owner: 'assigned_to', ...zohoOwn },
  },
  {
    name: 'Zoho CRM accounts',
    signs: ['account_owner', 'account_name', 'record_id'],
    headings: { account_owner: 'assigned_to', account_type: [], ...zohoOwn },
  },
  {
    name: 'Zoho Books contacts',
    signs: ['display_name', 'contact_type'],
    headings: {
      company_name: 'company_name',
      display_name: 'company_name',
      customer_name: 'company_name',
      phone: 'phone',
      mobilephone: 'phone',
      billing_phone: 'phone',
      customer_number: 'customer_code',
      billing_address: 'street',
      billing_street2: 'street_2',
      shipping_address: 'ship_street',
      shipping_street2: 'ship_street_2',
      gst_treatment: 'gst_category',
      gst_identification_number_gstin: 'gstin',
      place_of_contact_with_state_code: 'state_code',
      place_of_contact: 'state_code',
      payment_terms_label: 'payment_terms',
      payment_terms: 'payment_terms',
      notes: 'initial_inquiry',
      ...without(
        'contact_id contact_name salutation currency_code taxid tax_name source owner_name primary_contact_id',
      ),
    },
    skips: { column: 'contact_type', texts: ['vendor'] },
  },
  { name: 'Odoo contacts', signs: ['complete_name', 'company'], headings: odoo },
  { name: 'Odoo contacts', signs: ['complete_name', 'street2'], headings: odoo },
  { name: 'Odoo contacts', signs: ['name', 'street2', 'zip'], headings: odoo },
  { name: 'Odoo contacts', signs: ['display_name', 'street2'], headings: odoo },
  { name: 'Odoo contacts', signs: ['name', 'company', 'salesperson'], headings: odoo },
  {
    name: 'ERPNext customers',
    signs: ['customer_group', 'territory'],
    headings: {
      customer_name: 'company_name',
      gstin_uin: 'gstin',
      gstin: 'gstin',
      tax_id: 'gstin',
      mobile_no: 'phone',
      email_id: 'email',
      primary_address: 'billing_address',
      default_payment_terms_template: 'payment_terms',
      payment_terms: 'payment_terms',
      credit_limit_credit_limit: 'credit_limit',
      ...without(
        'id name customer_type customer_group territory pan default_currency default_price_list',
      ),
    },
    skips: { column: 'id', texts: [''] },
  },
  {
    name: 'ERPNext leads',
    signs: ['lead_name', 'lead_owner', 'series'],
    headings: {
      lead_name: 'contact_person',
      full_name: 'contact_person',
      person_name: 'contact_person',
      lead_owner: 'assigned_to',
      source: 'lead_source',
      status: 'status',
      ...without('id series territory market_segment type request_type'),
    },
    skips: { column: 'id', texts: [''] },
  },
  {
    name: 'Busy accounts',
    signs: ['print_name', 'station'],
    headings: {
      name: 'company_name',
      alias: 'customer_code',
      address_1: 'street',
      address_2: 'street_2',
      address_3: 'street_3',
      address_4: [],
      station: 'city',
      mobile_no: 'phone',
      tel_no: 'phone',
      type_of_dealer: 'gst_category',
      credit_days: 'payment_terms',
      ...without('s_no print_name group op_bal dr_cr'),
    },
  },
  {
    name: 'Marg parties',
    signs: ['party_name', 'station'],
    headings: {
      code: 'customer_code',
      party_name: 'company_name',
      station: 'city',
      credit_days: 'payment_terms',
      ...without('route s_no op_bal balance'),
    },
  },
  { name: 'Tally ledgers', signs: ['particulars', 'closing_balance'], headings: tally },
  { name: 'Tally ledgers', signs: ['particulars', 'closing_balance_debit'], headings: tally },
  {
    name: 'QuickBooks customers',
    signs: ['customer_full_name'],
    headings: {
      customer_full_name: 'company_name',
      company_name: 'company_name',
      company: 'company_name',
      full_name: 'contact_person',
      ...quickBooksAddresses,
    },
  },
  {
    name: 'QuickBooks customers',
    signs: ['customer', 'full_name', 'phone_numbers'],
    headings: {
      customer: 'company_name',
      company: 'company_name',
      full_name: 'contact_person',
      ...quickBooksAddresses,
    },
  },
  {
    name: 'QuickBooks customers',
    signs: ['customer', 'main_phone'],
    headings: {
      company: 'company_name',
      customer: 'company_name',
      primary_contact: 'contact_person',
      main_phone: 'phone',
      account_no: 'customer_code',
      terms: 'payment_terms',
      active_status: 'is_active',
      ...without('balance balance_total'),
    },
  },
  {
    name: 'QuickBooks customers',
    signs: ['name', 'company_name', 'open_balance'],
    headings: {
      company_name: 'company_name',
      name: ['company_name', 'contact_person'],
      ...without('open_balance attachments'),
    },
  },
  ...leadPrograms,
];
