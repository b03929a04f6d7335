import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import type { Typed } from '~/kit/ui/form/formValues';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type ApiKey, rotationFields } from '../api-keys.fields';
import { usualOverlap } from '../api-keys.rules';
import type { ApiKeys } from './api-keys.client';

const initial = { overlap_hours: usualOverlap };
const notes = ({ overlap_hours: hours = '' }: Typed) => ({
  overlap_hours: {
    text: `You get a new key. The present one ${Number(hours) === 0 ? 'ends at once' : `works for ${hours} more hours`}.`,
    isDoubt: false,
  },
});

interface Props {
  keys: ApiKeys;
  subject: ApiKey | null;
  onCreated: (key: string) => void;
  onClose: () => void;
}

/** "Rotate API Key" (docs/product/api-keys.md#screen). */
export default function RotateKeyForm({ keys, subject, onCreated, onClose }: Props) {
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title="Rotate API Key"
      size="sm"
      fields={rotationFields}
      initial={initial}
      notes={notes}
      subject={subject?.id}
      submitLabel="Rotate API Key"
      failed={orTryAgain('Failed to rotate API key')}
      onSubmit={async (values, sendKey) => {
        if (subject) onCreated(await keys.rotate(subject.id, values, sendKey));
        return undefined;
      }}
    >
      {subject ? <p>{`${subject.name}, ${subject.prefix}…`}</p> : null}
    </FormDialog>
  );
}
