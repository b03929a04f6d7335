import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/elements/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import {
  changeSettings,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const fields = {
  lost_reasons: field.longText({ label: 'Reasons, one on each line', max: 3100 }),
};

/** "Lost reasons": the company's list, for administrators (docs/product/leads.md#lost-reason). */
export function ManageLostReasons() {
  const { role } = useSession();
  const { lost_reasons: reasons } = useSettings();
  const [opened, setOpened] = useState(false);
  if (role !== 'admin') return null;
  return (
    <>
      <Button
        {...asCommand()}
        variant="default"
        leftSection={<IconListDetails size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Lost reasons
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Lost Reasons"
        size="md"
        fields={fields}
        initial={{ lost_reasons: reasons.join('\n') }}
        submitLabel="Save Reasons"
        onSubmit={async ({ lost_reasons: text }) => {
          const lines = (text ?? '').split('\n').map((line) => line.trim());
          await changeSettings({ lost_reasons: lines.filter(Boolean) });
          toast('success', 'Lost reasons updated successfully');
        }}
      />
    </>
  );
}
