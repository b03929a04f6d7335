import { Button } from '@mantine/core';
import { useId } from 'react';
import './Form.css';

interface Props {
  onCancel: () => void;
  submitLabel: string;
  savingLabel?: string;
  saving: boolean;
  /** Why the form cannot be sent yet: stands beside the button, which is disabled by it (contract §5). */
  hint: string | null;
}

/** The buttons under a form. */
export function FormFooter({ onCancel, submitLabel, savingLabel, saving, hint }: Props) {
  const hintId = useId();
  return (
    <div className="dialog-footer">
      <p className="form-hint" id={hintId}>
        {hint}
      </p>
      <Button variant="default" disabled={saving} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        disabled={saving || hint !== null}
        aria-describedby={hint ? hintId : undefined}
      >
        {saving ? (savingLabel ?? 'Saving…') : submitLabel}
      </Button>
    </div>
  );
}
