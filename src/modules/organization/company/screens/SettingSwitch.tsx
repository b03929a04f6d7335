import { useState } from 'react';
import { failureText } from '~/kit/ui/data/api';
import { DescribedSwitch } from '~/kit/ui/elements/DescribedSwitch';
import { toast } from '~/kit/ui/elements/toasts';
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
    try {
      await changeSettings({ [setting]: checked });
      toast('success', checked ? texts.on : texts.off);
    } catch (error) {
      const message = 'Failed to change the setting';
      toast('error', failureText(error, { refused: message, offlineText: message }));
    } finally {
      setToConfirm(null);
    }
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
