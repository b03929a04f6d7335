import { IconShieldCheck } from '@tabler/icons-react';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { creditChecks } from '../credit.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const fields = {
  credit_check: field.choice({
    label: 'Orders above the credit limit of their customer',
    choices: creditChecks,
    required: true,
  }),
};
const names = ['credit_check'] as const;
const sections = [{ title: '', names, wide: names }];

/** "Order limits": what happens above a credit limit (docs/product/orders.md#credit-limit). */
export function ManageOrderLimits() {
  const { role } = useSession();
  const { credit_check } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Order limits"
      icon={<IconShieldCheck size={16} aria-hidden />}
      title="Order Limits"
      fields={fields}
      sections={sections}
      initial={{ credit_check }}
      submitLabel="Save Order Limits"
      patchOf={(values) => ({ credit_check: values.credit_check })}
      done="Order limits updated successfully"
    />
  );
}
