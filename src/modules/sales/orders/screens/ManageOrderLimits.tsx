import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
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
import { creditChecks } from '../credit.rules';

const fields = {
  credit_check: field.choice({
    label: 'Orders above the credit limit of their customer',
    choices: creditChecks,
    required: true,
  }),
};

const names = ['credit_check'] as const;
const sections = [{ title: '', names, wide: names }];

/** "Order limits": what the company does above a credit limit, for administrators (docs/product/orders.md#credit-limit). */
export function ManageOrderLimits() {
  const { role } = useSession();
  const { credit_check } = useSettings();
  const [opened, setOpened] = useState(false);
  if (role !== 'admin') return null;
  return (
    <>
      <Button
        {...asCommand()}
        variant="default"
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Order limits
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Order Limits"
        size="md"
        fields={fields}
        sections={sections}
        initial={{ credit_check }}
        submitLabel="Save Order Limits"
        onSubmit={async (values) => {
          await changeSettings({ credit_check: values.credit_check });
          toast('success', 'Order limits updated successfully');
        }}
      />
    </>
  );
}
