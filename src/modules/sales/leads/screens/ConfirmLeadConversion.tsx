import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import type { LikelyDuplicate } from '~/modules/records/duplicates/duplicates.fields';
import { useLikelyDuplicates } from '~/modules/records/duplicates/screens/duplicates.client';
import type { Lead } from '../leads.fields';
import type { Leads } from './leads.client';

interface Props {
  leads: Leads;
  lead: Lead | null;
  onClose: () => void;
}

const texts = {
  refused: 'Failed to convert lead',
  offlineText: 'Error converting lead. Please try again.',
};

const makesNew = 'new';

export default function ConfirmLeadConversion({ leads, lead, onClose }: Props) {
  const likely = useLikelyDuplicates(
    'customers',
    {
      name: lead?.company_name,
      email: lead?.email ?? undefined,
      phone: lead?.phone ?? undefined,
    },
    undefined,
  );
  const [chosen, setChosen] = useState(makesNew);
  const customer = likely.find(({ id }) => String(id) === chosen);
  const close = () => {
    setChosen(makesNew);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={lead !== null}
      title="Convert Lead to Customer"
      subject={lead?.company_name}
      message={
        <Stack gap="md">
          <p>
            This will {customer ? '' : 'create a new customer record and '}mark the lead as
            converted. The lead will remain visible but cannot be edited.
          </p>
          <LikelyCustomers
            likely={likely}
            value={customer ? chosen : makesNew}
            onChange={setChosen}
          />
        </Stack>
      }
      confirmLabel="Convert to Customer"
      failed={texts}
      onConfirm={async () => {
        if (!lead) return;
        await leads.convert(lead.id, customer?.id ?? null);
        return `Lead "${lead.company_name}" has been successfully converted to a customer!`;
      }}
      onClose={close}
    />
  );
}

interface LikelyProps {
  likely: readonly LikelyDuplicate[];
  value: string;
  onChange: (value: string) => void;
}

/** Customers that may be the lead's company already (docs/product/leads.md#conversion). */
function LikelyCustomers({ likely, value, onChange }: LikelyProps) {
  if (likely.length === 0) return null;
  return (
    <Radio.Group
      label="This company may already be a customer. Which customer does the lead become?"
      value={value}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        <Radio value={makesNew} label="A new customer" />
        {likely.map(({ id, label, detail, why }) => (
          <Radio
            key={id}
            value={String(id)}
            label={label}
            description={[why.join(', '), detail].filter(Boolean).join(' · ')}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
