import { IconAdjustments } from '@tabler/icons-react';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const fields = {
  over_receipt_percent: field.percent({ label: 'More than Ordered (%)', required: true }),
};
const sections = [{ title: '', names: ['over_receipt_percent'] as const }];

/** "Over-Receipt": how much more than ordered is taken (docs/product/goods-receipts.md#receiving). */
export function OverReceipt() {
  const { role } = useSession();
  const { over_receipt_percent } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Over-Receipt"
      icon={<IconAdjustments size={16} aria-hidden />}
      title="Over-Receipt"
      fields={fields}
      sections={sections}
      initial={{ over_receipt_percent }}
      submitLabel="Save"
      patchOf={(values) => ({ over_receipt_percent: values.over_receipt_percent ?? 0 })}
      done="Over-receipt updated successfully"
    />
  );
}
