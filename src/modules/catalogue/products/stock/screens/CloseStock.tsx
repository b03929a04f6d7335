import { IconLock } from '@tabler/icons-react';
import * as field from '~/kit/shared/fields/fields';
import { SettingDialog } from '~/modules/organization/company/screens/SettingDialog';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

const fields = { stock_closed_until: field.day({ label: 'Closed through' }) };
const sections = [{ title: '', names: ['stock_closed_until'] as const }];

/** "Close Stock": the day through which nothing moves (docs/product/stock.md#closed-days). */
export function CloseStock() {
  const { role } = useSession();
  const { stock_closed_until } = useSettings();
  if (role !== 'admin') return null;
  return (
    <SettingDialog
      command="Close Stock"
      icon={<IconLock size={16} aria-hidden />}
      title="Close Stock"
      fields={fields}
      sections={sections}
      initial={{ stock_closed_until }}
      submitLabel="Save"
      patchOf={(values) => ({ stock_closed_until: values.stock_closed_until ?? null })}
      done="Closed days of stock updated successfully"
    />
  );
}
