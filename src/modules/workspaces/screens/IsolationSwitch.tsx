import { useState } from 'react';
import { failureText } from '~/kit/ui/data/api';
import { DescribedSwitch } from '~/kit/ui/elements/DescribedSwitch';
import { toast } from '~/kit/ui/elements/toasts';
import { changeSettings, useSettings } from '~/modules/company/screens/settings.client';

/** For administrators: whether workspaces are kept apart (docs/product/workspaces.md#isolation). */
export function IsolationSwitch() {
  const { workspace_isolation } = useSettings();
  const [asked, setAsked] = useState<boolean | null>(null);
  const change = async (checked: boolean): Promise<void> => {
    setAsked(checked);
    try {
      await changeSettings({ workspace_isolation: checked });
      toast('success', checked ? 'Workspaces are kept apart' : 'Workspaces are open to everybody');
    } catch (error) {
      const words = 'Failed to change the setting';
      toast('error', failureText(error, { refused: words, broken: words }));
    } finally {
      setAsked(null);
    }
  };
  return (
    <DescribedSwitch
      label="Keep workspaces apart"
      description="Everybody but administrators sees and writes only records of workspaces that they belong to."
      checked={asked ?? workspace_isolation}
      busy={asked !== null}
      onChange={(checked) => void change(checked)}
    />
  );
}
