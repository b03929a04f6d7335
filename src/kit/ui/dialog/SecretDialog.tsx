import { Button, Textarea } from '@mantine/core';
import { toast } from '~/kit/ui/messages/toasts';
import { copyText } from '~/kit/ui/hooks/copyText';
import { Dialog } from './Dialog';
import { DialogBody, DialogFooter } from './DialogParts';

interface Props {
  title: string;
  /** Null while there is none to show. */
  secret: string | null;
  hint: string;
  onClose: () => void;
}

/** A secret such as a new key, the only time that it is shown, to be copied. */
export default function SecretDialog({ title, secret, hint, onClose }: Props) {
  const copy = async () => {
    if (await copyText(secret ?? '')) toast('success', `${title} copied`);
    else toast('error', 'It could not be copied. Select and copy it yourself.');
  };
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={title} closeOnEscape={false}>
      <DialogBody>
        <Textarea
          label={title}
          description={hint}
          value={secret ?? ''}
          rows={2}
          readOnly
          data-autofocus
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
      </DialogFooter>
    </Dialog>
  );
}
