import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Lead } from '../leads.fields';
import type { Leads } from './leads.client';

export interface LeadConfirmation {
  ask: 'delete' | 'convert';
  lead: Lead;
}

interface Props {
  leads: Leads;
  question: LeadConfirmation | null;
  onClose: () => void;
}

export function ConfirmLeadAction({ leads, question, onClose }: Props) {
  const lead = question?.lead;
  return (
    <>
      <ConfirmDialog
        opened={question?.ask === 'delete'}
        title="Delete Lead"
        subject={lead?.company_name}
        message="This action cannot be undone and will permanently remove all associated data."
        confirmLabel="Delete Lead"
        danger
        onConfirm={async () => {
          if (lead) await deleteLead(leads, lead);
        }}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={question?.ask === 'convert'}
        title="Convert Lead to Customer"
        subject={lead?.company_name}
        message="This will create a new customer record and mark the lead as converted. The lead will remain visible but cannot be edited."
        confirmLabel="Convert to Customer"
        onConfirm={async () => {
          if (lead) await convertLead(leads, lead);
        }}
        onClose={onClose}
      />
    </>
  );
}

async function deleteLead(leads: Leads, lead: Lead): Promise<void> {
  try {
    await leads.delete(lead.id);
    toast('success', `Lead "${lead.company_name}" has been deleted successfully`);
  } catch (error) {
    const words = {
      refused: 'Failed to delete lead',
      broken: 'Error deleting lead. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}

async function convertLead(leads: Leads, lead: Lead): Promise<void> {
  try {
    await leads.convert(lead.id);
    toast('success', `Lead "${lead.company_name}" has been successfully converted to a customer!`);
  } catch (error) {
    const words = {
      refused: 'Failed to convert lead',
      broken: 'Error converting lead. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}
