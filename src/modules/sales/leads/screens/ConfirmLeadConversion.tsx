import { reportFailure } from '~/kit/ui/data/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Lead } from '../leads.fields';
import type { Leads } from './leads.client';

interface Props {
  leads: Leads;
  lead: Lead | null;
  onClose: () => void;
}

const words = {
  refused: 'Failed to convert lead',
  broken: 'Error converting lead. Please try again.',
};

export function ConfirmLeadConversion({ leads, lead, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={lead !== null}
      title="Convert Lead to Customer"
      subject={lead?.company_name}
      message="This will create a new customer record and mark the lead as converted. The lead will remain visible but cannot be edited."
      confirmLabel="Convert to Customer"
      onConfirm={async () => {
        if (!lead) return;
        await reportFailure(words, () => leads.convert(lead.id));
        toast(
          'success',
          `Lead "${lead.company_name}" has been successfully converted to a customer!`,
        );
      }}
      onClose={onClose}
    />
  );
}
