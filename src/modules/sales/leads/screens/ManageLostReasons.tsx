import { IconListDetails } from '@tabler/icons-react';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const fields = {
  lost_reasons: field.longText({ label: 'Reasons, one on each line', max: 3100 }),
};

/** "Lost reasons": the company's list (docs/product/leads.md#lost-reason). */
export function ManageLostReasons() {
  const { role } = useSession();
  const { lost_reasons: reasons } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Lost reasons"
      icon={<IconListDetails size={16} aria-hidden />}
      title="Lost Reasons"
      fields={fields}
      initial={{ lost_reasons: reasons.join('\n') }}
      submitLabel="Save Reasons"
      patchOf={({ lost_reasons: text }) => {
        const lines = (text ?? '').split('\n').map((line) => line.trim());
        return { lost_reasons: lines.filter(Boolean) };
      }}
      done="Lost reasons updated successfully"
    />
  );
}
