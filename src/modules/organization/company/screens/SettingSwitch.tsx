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
  said: { on: string; off: string };
}

/** A setting that is on or off, for administrators: changed at once. */
export function SettingSwitch({ setting, label, description, said }: Props) {
  const known = useSettings()[setting];
  const [asked, setAsked] = useState<boolean | null>(null);
  const change = async (checked: boolean): Promise<void> => {
    setAsked(checked);
    try {
      await changeSettings({ [setting]: checked });
      toast('success', checked ? said.on : said.off);
    } catch (error) {
      const words = 'Failed to change the setting';
      toast('error', failureText(error, { refused: words, broken: words }));
    } finally {
      setAsked(null);
    }
  };
  return (
    <div className={classes.setting}>
      <DescribedSwitch
        label={label}
        description={description}
        checked={asked ?? known}
        busy={asked !== null}
        onChange={(checked) => void change(checked)}
      />
    </div>
  );
}
