import { useMemo } from 'react';
import { ApiError } from '~/kit/ui/calls/api';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Typed } from '~/kit/ui/form/formValues';
import { toast } from '~/kit/ui/messages/toasts';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { LikelyDuplicates } from '~/modules/records/duplicates/screens/LikelyDuplicates';
import { type Lead, leadFields, leadStatuses } from '../leads.fields';
import type { Leads } from './leads.client';
import { useLostReasonInput } from './LostReason';
import { useStages } from './stages.client';

interface Props {
  leads: Leads;
  subject: Lead | 'new' | null;
  onClose: () => void;
  onCreated?: (lead: Lead) => void;
}

const sections = [
  {
    title: 'Company Information',
    names: ['company_name', 'industry', 'company_size', 'annual_revenue', 'website'],
  },
  { title: 'Contact Information', names: ['contact_person', 'email', 'phone'] },
  { title: 'Address', names: ['address', 'city', 'state', 'postal_code', 'country'] },
  {
    title: 'Lead Information',
    names: [
      'lead_source',
      'status',
      'lead_score',
      'current_stage_id',
      'assigned_to',
      'lost_reason',
      'initial_inquiry',
    ],
  },
] as const;

const typedStatuses = leadStatuses.filter((status) => status.value !== 'converted');

/** "Create New Lead" and "Edit Lead" (docs/product/leads.md#form), also used by the pipeline. */
export default function LeadForm({ leads, subject, onClose, onCreated }: Props) {
  const lead = subject === 'new' || subject === null ? null : subject;
  const stages = useStages();
  const assignees = useAssignees(lead?.assigned_to);
  const choices = useMemo(() => {
    const usable = stages.rows.filter(
      (stage) => stage.is_active || stage.id === lead?.current_stage_id,
    );
    return {
      status: typedStatuses,
      assigned_to: assignees,
      current_stage_id: usable.map((stage) => ({
        value: String(stage.id),
        label: stage.stage_name,
      })),
    };
  }, [stages.rows, assignees, lead?.current_stage_id]);
  const initial = useMemo(
    () => lead ?? { status: 'active' as const, current_stage_id: stages.active[0]?.id ?? null },
    [lead, stages.active],
  );
  const inputs = useLostReasonInput(lead?.lost_reason);
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={lead ? 'Edit Lead' : 'Create New Lead'}
      size="xl"
      fields={leadFields}
      initial={initial}
      sections={sections}
      choices={choices}
      inputs={inputs}
      follow={followStatus}
      submitLabel={lead ? 'Save Lead' : 'Create Lead'}
      submitHint="Please fill out all required fields to continue"
      failedText="Failed to save the lead. Please check your data and try again."
      onSubmit={async (values, key, save) => {
        try {
          if (lead) {
            const saved = await save(values, (body) => leads.update(lead.id, body));
            toast('success', `Lead "${saved.company_name}" has been updated successfully`);
          } else {
            const created = await leads.create(values, key);
            toast('success', `Lead "${created.company_name}" has been created successfully`);
            onCreated?.(created);
          }
        } catch (error) {
          toast('error', failure(error, lead ? 'Failed to update lead' : 'Failed to create lead'));
          throw error;
        }
      }}
    >
      {(typed) => <Likely typed={typed} except={lead?.id} />}
    </FormDialog>
  );
}

const followStatus = (name: string, typed: Typed): { lost_reason?: string } =>
  name === 'status' && typed['status'] !== 'lost' ? { lost_reason: '' } : {};

function Likely({ typed, except }: { typed: Typed; except: number | undefined }) {
  const { company_name: name, email, phone } = typed;
  return <LikelyDuplicates kind="leads" typed={{ name, email, phone }} except={except} />;
}

function failure(error: unknown, refused: string): string {
  const message = error instanceof Error ? error.message : 'Unknown error';
  return error instanceof ApiError
    ? `${refused}: ${message}`
    : `An unexpected error occurred: ${message}`;
}
