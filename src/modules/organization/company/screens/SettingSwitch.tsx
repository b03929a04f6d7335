import { useState } from 'react';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { DescribedSwitch } from '~/kit/ui/inputs/DescribedSwitch';
import { toast } from '~/kit/ui/messages/toasts';
import { changeSettings, useSettings } from './settings.client';
import classes from './SettingSwitch.module.css';

interface Props {
  setting: 'workspace_isolation' | 'user_second_factor_required';
  label: string;
  description: string;
  texts: { on: string; off: string };
}

/** A setting that is on or off, for administrators: changed at once. */
export function SettingSwitch({ setting, label, description, texts }: Props) {
  const current = useSettings()[setting];
  const [toConfirm, setToConfirm] = useState<boolean | null>(null);
  const change = async (checked: boolean): Promise<void> => {
    setToConfirm(checked);
    await attempt({ refused: 'Failed to change the setting' }, async () => {
      await changeSettings({ [setting]: checked });
      toast('success', checked ? texts.on : texts.off);
    });
    setToConfirm(null);
  };
  return (
    <div className={classes.setting}>
      <DescribedSwitch
        label={label}
        description={description}
        checked={toConfirm ?? current}
        busy={toConfirm !== null}
        onChange={(checked) => void change(checked)}
      />
    </div>
  );
}
