import { Switch } from '@mantine/core';
import { useId } from 'react';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './DescribedSwitch.module.css';

interface Props {
  label: string;
  /** Read out after the label, which alone is the switch's name. */
  description: string;
  checked: boolean;
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

export function DescribedSwitch({ label, description, checked, busy, onChange }: Props) {
  const descriptionId = useId();
  return (
    <div className={classes.describedSwitch}>
      <Switch
        label={label}
        aria-describedby={descriptionId}
        aria-busy={busy}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <SoftText small id={descriptionId}>
        {description}
      </SoftText>
    </div>
  );
}
