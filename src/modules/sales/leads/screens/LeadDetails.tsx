import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Choice } from '~/kit/shared/fields/fields';
import { formatInstant } from '~/kit/shared/time/days';
import { type Currency, formatMoney } from '~/kit/shared/money/money';
import { ownTitle } from '~/kit/ui/calls/own-fields';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import { WebLink } from '~/kit/ui/dialog/DetailValues';
import type { Detail, DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import {
  addressFields,
  companySizes,
  type Lead,
  leadFields,
  leadSources,
  leadStatuses,
} from '../leads.fields';
import { assigneeOf } from '../leads.rules';
import { pipelineFields } from '../pipeline.fields';
import type { LeadScreen } from './LeadColumns';
import { useLeadRights } from './rights.client';
import { MapLink, PhoneLinks } from '~/modules/records/records/screens/ContactLinks';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';

interface Props {
  screen: LeadScreen;
  lead: Lead | null;
  onClose: () => void;
  onEdit: (lead: Lead) => void;
}

/** "Lead Details": complete on the leads screen, a summary on the pipeline screen (docs/product/leads.md#details). */
export default function LeadDetails({ screen, lead, onClose, onEdit }: Props) {
  const company = useCompany();
  const { canEdit } = useLeadRights();
  const verdict = lead ? canEdit(lead) : null;
  const sections = screen === 'pipeline' ? outlineOf : leadSections;
  return (
    <DetailsDialog
      opened={lead !== null}
      onClose={onClose}
      title="Lead Details"
      page={lead ? recordPath('leads', lead.id) : undefined}
      sections={lead ? sections(lead, company) : []}
      actions={lead && verdict?.ok ? <Button onClick={() => onEdit(lead)}>Edit Lead</Button> : null}
    />
  );
}

/** All that is known of a lead, in its dialog and on its page. */
export function leadSections(lead: Lead, { timeZone, today }: Company): DetailsSection[] {
  return [
    {
      title: 'Company Information',
      details: [
        ...companyOf(lead),
        { label: 'Estimated Value', value: moneyOf(lead, 'USD'), fields: ['annual_revenue'] },
        {
          label: 'Website',
          value: lead.website && <WebLink address={lead.website} />,
          fields: ['website'],
          wide: true,
        },
        { label: 'Address', value: addressOf(lead), fields: addressFields, wide: true },
      ],
      content: <MapLink parts={addressFields.map((name) => lead[name])} />,
    },
    { title: 'Contact Information', details: contactOf(lead) },
    {
      title: 'Lead Information',
      details: [
        { label: 'Status', value: wordOf(leadStatuses, lead.status), fields: ['status'] },
        ...(lead.status === 'lost'
          ? [{ label: 'Lost Reason', value: lead.lost_reason, fields: ['lost_reason'] }]
          : []),
        { label: 'Stage', value: lead.stage_name, fields: ['current_stage_id'] },
        {
          label: 'Lead Source',
          value: wordOf(leadSources, lead.lead_source),
          fields: ['lead_source'],
        },
        { label: 'Assigned To', value: assigneeOf(lead) || 'Unassigned', fields: ['assigned_to'] },
        ...(lead.converted_customer_id === null ? [] : [customerOf(lead.converted_customer_id)]),
        { label: 'Created', value: formatInstant(lead.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(lead.updated_at, timeZone) },
      ],
    },
    { title: 'Initial Inquiry', text: lead.initial_inquiry, fields: ['initial_inquiry'] },
    historySection('/leads', lead, { fields: leadFields, timeZone, today }),
  ];
}

function customerOf(id: number): Detail {
  return { label: 'Customer', value: <Link to={recordPath('customers', id)}>Open customer</Link> };
}

function outlineOf(lead: Lead): DetailsSection[] {
  const { label } = pipelineFields.annual_revenue;
  return [
    {
      title: 'Company Information',
      details: [...companyOf(lead), { label, value: moneyOf(lead, 'INR') }],
    },
    { title: 'Contact Information', details: contactOf(lead) },
    { title: 'Initial Inquiry', text: lead.initial_inquiry },
    { title: ownTitle, own: { fields: leadFields, row: lead } },
  ];
}

function companyOf(lead: Lead): Detail[] {
  return [
    { label: 'Company Name', value: lead.company_name, fields: ['company_name'] },
    { label: 'Industry', value: lead.industry, fields: ['industry'] },
    {
      label: 'Company Size',
      value: wordOf(companySizes, lead.company_size),
      fields: ['company_size'],
    },
  ];
}

function contactOf(lead: Lead): Detail[] {
  return [
    { label: 'Contact Person', value: lead.contact_person, fields: ['contact_person'] },
    {
      label: 'Email',
      value: lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a>,
      fields: ['email'],
    },
    {
      label: 'Phone',
      value: lead.phone && (
        <PhoneLinks
          phone={lead.phone}
          of={{ kind: 'leads', id: lead.id, name: lead.contact_person }}
        />
      ),
      fields: ['phone'],
    },
    {
      label: 'Lead Score',
      value: lead.lead_score === null ? null : `${lead.lead_score}/100`,
      fields: ['lead_score'],
    },
  ];
}

function moneyOf({ annual_revenue }: Lead, currency: Currency): string | null {
  return annual_revenue === null ? null : formatMoney(annual_revenue, currency, 0);
}

function addressOf(lead: Lead): string | null {
  const parts = addressFields.map((name) => lead[name]);
  return parts.filter(Boolean).join(', ') || null;
}

function wordOf(choices: readonly Choice[], value: string | null): string | null {
  return choices.find((choice) => choice.value === value)?.label ?? null;
}
