import { useMemo } from 'react';
import { Badge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { type Lead, leadFields, type LeadPatch, leadStatuses } from '../leads.fields';
import { assigneeOf } from '../leads.rules';
import { pipelineFields } from '../pipeline.fields';
import { type Leads, moveLead } from './leads.client';
import { askLostReason, useLostReasons } from './LostReason';
import { useStages } from './stages.client';
import { useLeadRights } from './rights.client';

/** The two screens that show leads; labels and colours differ between them (docs/product/leads.md#screen). */
export type LeadScreen = 'leads' | 'pipeline';

const fieldsOf: Record<LeadScreen, typeof leadFields> = {
  leads: leadFields,
  pipeline: pipelineFields,
};

// The colour of a score is that of the first threshold that it reaches.
const scoreColors: Record<LeadScreen, readonly (readonly [from: number, color: string])[]> = {
  leads: [
    [80, 'green'],
    [60, 'blue'],
    [40, 'yellow'],
  ],
  pipeline: [
    [80, 'green'],
    [60, 'yellow'],
  ],
};

const except = [
  'converted_customer_id',
  'assigned_first_name',
  'assigned_last_name',
  'stage_name',
  'workspace_id',
] as const;

const texts = {
  noun: 'lead',
  saved: 'Lead updated successfully',
  refused: 'Failed to update lead',
  offlineText: 'Error updating lead. Please try again.',
  linkNames: { assigned_to: ['assigned_first_name', 'assigned_last_name'] },
};

const statusOrder = leadStatuses.map((status) => status.value);

export function useLeadColumns(leads: Leads, screen: LeadScreen): readonly Column<Lead>[] {
  const latest = useLatest(leads);
  const { timeZone, today } = useCompany();
  const stages = useStages();
  const assignees = useAssignees();
  const { canEdit } = useLeadRights();
  const reasons = useLostReasons();
  return useMemo(() => {
    const stageChoices = stages.active.map((stage) => ({
      value: String(stage.id),
      label: stage.stage_name,
    }));
    return columnsFromFields(fieldsOf[screen], {
      except,
      timeZone,
      today,
      required: ['company_name'],
      choices: { assigned_to: assignees, current_stage_id: stageChoices },
      canEdit,
      save: async (lead, patch, edit) => {
        await save(latest.current, lead, patch, edit);
        if (patch.status === 'lost') askLostReason(latest.current, lead, reasons);
      },
      overrides: {
        company_name: { width: 230 },
        industry: { sortValue: (lead) => lead.industry },
        status: {
          sortValue: (lead) => statusOrder.indexOf(lead.status),
          edit: { choices: leadStatuses.filter((status) => status.value !== 'converted') },
        },
        current_stage_id: {
          text: (lead) => lead.stage_name ?? '',
          // A lead with a stage cannot lose it.
          edit: { choices: stageChoices },
          sortValue: (lead) =>
            stages.rows.find((stage) => stage.id === lead.current_stage_id)?.stage_order ?? null,
        },
        assigned_to: { text: assigneeOf, sortValue: assigneeOf },
        lost_reason: { edit: { choices: reasons } },
        lead_score: {
          sortValue: (lead) => lead.lead_score,
          render: (lead) =>
            lead.lead_score === null ? null : (
              <Badge color={scoreColor(screen, lead.lead_score)}>{lead.lead_score}</Badge>
            ),
        },
      },
    });
  }, [latest, screen, stages, assignees, reasons, canEdit, timeZone, today]);
}

function scoreColor(screen: LeadScreen, score: number): string {
  return scoreColors[screen].find(([from]) => score >= from)?.[1] ?? 'red';
}

async function save(leads: Leads, lead: Lead, patch: LeadPatch, edit: EditTexts): Promise<void> {
  if (typeof patch.current_stage_id === 'number') {
    await moveLead(leads, lead, patch.current_stage_id, edit);
    return;
  }
  await saveCell(leads, lead, patch, { ...texts, name: lead.company_name, edit });
}
