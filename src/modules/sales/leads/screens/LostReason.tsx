import { Button, Group, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { reportFailure } from '~/kit/ui/calls/reportFailure';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import type { Typed } from '~/kit/ui/form/formValues';
import { toastContent } from '~/kit/ui/messages/OfferToast';
import { toast } from '~/kit/ui/messages/toasts';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import type { Lead } from '../leads.fields';
import type { Leads } from './leads.client';

/** The reasons to choose from: the company's, and the one that a lead has from an older list. */
export function useLostReasons(current?: string | null) {
  const { lost_reasons: reasons } = useSettings();
  return useMemo(() => {
    const all = current && !reasons.includes(current) ? [...reasons, current] : reasons;
    return all.map((reason) => ({ value: reason, label: reason }));
  }, [reasons, current]);
}

const choose = 'Choose a reason';

/** The input of a form, for lost leads only. */
export function useLostReasonInput(current: string | null | undefined) {
  const choices = useLostReasons(current);
  return useMemo(() => {
    const input = ({ required: _, onChange, ...shared }: FieldInputProps) => (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: choose }, ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
    return (typed: Typed) => ({
      lost_reason: typed['status'] === 'lost' ? input : () => null,
    });
  }, [choices]);
}

const texts = {
  refused: 'Failed to save the reason',
  offlineText: 'Error saving the reason. Please try again.',
};

/** Asks in a message why a lead was lost, after its status was changed in a cell or on its page. */
export function askLostReason(
  leads: Leads,
  lead: Lead,
  choices: readonly { value: string }[],
): void {
  if (choices.length === 0) return;
  const save = async (lost_reason: string): Promise<void> => {
    await reportFailure(texts, () => leads.update(lead.id, { lost_reason }));
    toast('success', 'Lost reason saved');
  };
  toastContent((hide) => (
    <ReasonChoice
      label={`Why was "${lead.company_name}" lost?`}
      choices={choices}
      onSave={(reason) => {
        hide();
        void save(reason).catch(() => undefined);
      }}
    />
  ));
}

interface ChoiceProps {
  label: string;
  choices: readonly { value: string }[];
  onSave: (reason: string) => void;
}

/** With a button: the arrow keys change a closed list at each press. */
function ReasonChoice({ label, choices, onSave }: ChoiceProps) {
  const [reason, setReason] = useState('');
  return (
    <Group align="flex-end" gap="xs">
      <NativeSelect
        label={label}
        value={reason}
        data={[{ value: '', label: choose }, ...choices.map(({ value }) => value)]}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button disabled={reason === ''} onClick={() => onSave(reason)}>
        Save Reason
      </Button>
    </Group>
  );
}
