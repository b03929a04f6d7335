import { Button } from '@mantine/core';
import { useId } from 'react';
import { DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { FormHint } from './FormParts';

interface Props {
  onCancel: () => void;
  submitLabel: string;
  savingLabel?: string | undefined;
  saving: boolean;
  /** Why the form cannot be sent yet; shown next to the button, which it disables (docs/product/screens.md#forms). */
  hint: string | null;
  isShown?: boolean;
  /** A second way to send the form, which Enter takes. */
  other?: { label: string; onClick: () => void } | undefined;
  onClick?: () => void;
}

export function FormFooter({ onCancel, submitLabel, savingLabel, saving, ...props }: Props) {
  const hintId = useId();
  const { hint, isShown = false, other } = props;
  const shown = isShown ? null : hint;
  return (
    <DialogFooter>
      <FormHint id={hintId}>{shown}</FormHint>
      <Button variant="default" disabled={saving} onClick={onCancel}>
        Cancel
      </Button>
      {other ? (
        <Button
          type="submit"
          variant="default"
          disabled={saving || hint !== null}
          onClick={other.onClick}
        >
          {other.label}
        </Button>
      ) : null}
      <Button
        type="submit"
        onClick={props.onClick}
        disabled={saving || hint !== null}
        aria-describedby={shown ? hintId : undefined}
      >
        {saving ? (savingLabel ?? 'Saving…') : submitLabel}
      </Button>
    </DialogFooter>
  );
}
