import { useMemo } from 'react';
import { ApiError, failureText } from '~/kit/ui/api';
import { Badge } from '~/kit/ui/Badge';
import { columnsFromFields } from '~/kit/ui/columns';
import type { Column } from '~/kit/ui/tableColumn';
import { toast } from '~/kit/ui/toasts';
import { useCompany } from '~/modules/settings/screens/settings.client';
import { useAssignees } from '~/modules/users/screens/users.client';
import { type Lead, leadFields, type LeadPatch, leadStatuses } from '../leads.fields';
import { assigneeOf, canEdit } from '../leads.rules';
import { type Leads, useStages } from './leads.client';

const keys = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'status',
  'current_stage_id',
  'lead_score',
  'lead_source',
  'assigned_to',
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
  'created_at',
  'updated_at',
] as const;

/** Every column that the leads list can show, with its editor; the stage column moves the lead. */
export function useLeadColumns(leads: Leads): readonly Column<Lead>[] {
  const { timeZone, today } = useCompany();
  const stages = useStages();
  const assignees = useAssignees();
  return useMemo(() => {
    const stageChoices = stages.active.map((stage) => ({
      value: String(stage.id),
      label: stage.stage_name,
    }));
    return columnsFromFields(leadFields, {
      keys,
      timeZone,
      today,
      required: ['company_name'],
      choices: { assigned_to: assignees, current_stage_id: stageChoices },
      canEdit,
      save: (lead, patch) => saveCell(leads, lead, patch),
      overrides: {
        company_name: { width: 230 },
        status: {
          edit: { choices: leadStatuses.filter((status) => status.value !== 'converted') },
        },
        current_stage_id: {
          text: (lead) => lead.stage_name ?? '',
          sortValue: (lead) =>
            stages.rows.find((stage) => stage.id === lead.current_stage_id)?.stage_order ?? null,
        },
        assigned_to: { text: assigneeOf, sortValue: assigneeOf },
        lead_score: {
          sortValue: (lead) => lead.lead_score,
          render: (lead) =>
            lead.lead_score === null ? null : (
              <Badge color={scoreColor(lead.lead_score)}>{lead.lead_score}</Badge>
            ),
        },
      },
    });
  }, [leads, stages, assignees, timeZone, today]);
}

/** Badge colours at 80, 60 and 40 (spec 1 §9). */
function scoreColor(score: number): string {
  if (score >= 80) return 'green';
  if (score >= 60) return 'blue';
  return score >= 40 ? 'yellow' : 'red';
}

async function saveCell(leads: Leads, lead: Lead, patch: LeadPatch): Promise<void> {
  if (typeof patch.current_stage_id === 'number')
    return moveLead(leads, lead, patch.current_stage_id);
  try {
    await leads.update(lead.id, { ...patch, updated_at: lead.updated_at });
    toast('success', 'Lead updated successfully');
  } catch (error) {
    if (error instanceof ApiError && isLead(error.data)) leads.put(error.data);
    const words = {
      refused: 'Failed to update lead',
      broken: 'Error updating lead. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}

/** Moves a lead, by the list's selector or on a board; rejects when the server does not (spec 1 §4). */
export async function moveLead(leads: Leads, lead: Lead, stageId: number): Promise<void> {
  try {
    await leads.move(lead.id, stageId);
    toast('success', 'Lead stage updated successfully');
  } catch (error) {
    const words = {
      refused: 'Failed to update lead stage',
      broken: 'Error updating lead stage. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}

function isLead(data: unknown): data is Lead {
  return typeof data === 'object' && data !== null && 'company_name' in data;
}
