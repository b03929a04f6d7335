import { Button, TextInput } from '@mantine/core';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { toast } from '~/kit/ui/elements/toasts';
import { copyText } from '~/kit/ui/hooks/copyText';

interface Props {
  secret: string | null;
  onClose: () => void;
}

/** The only time that a secret can be seen. */
export function SecretDialog({ secret, onClose }: Props) {
  const copy = async () => {
    if (await copyText(secret ?? '')) toast('success', 'Secret copied');
    else toast('error', 'The secret could not be copied. Select and copy it yourself.');
  };
  return (
    <Dialog opened={secret !== null} onClose={onClose} title="Webhook Secret" size="lg">
      <DialogBody>
        <p>Copy this secret now. It is shown only once.</p>
        <TextInput label="Secret" readOnly value={secret ?? ''} data-autofocus />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
