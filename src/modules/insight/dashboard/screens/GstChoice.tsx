import { Checkbox } from '@mantine/core';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './FirstSteps.module.css';

interface Props {
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Whether the sample company goes by GST. Loaded with its question. */
export default function GstChoice({ isChosen, onChange }: Props) {
  return (
    <>
      <Checkbox
        className={classes.choice}
        label="As a GST company"
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <SoftText small>
        With GSTINs, HSN codes, CGST, SGST and IGST, exports and returns to file. The tax settings
        change to GST until the sample data is removed.
      </SoftText>
    </>
  );
}
