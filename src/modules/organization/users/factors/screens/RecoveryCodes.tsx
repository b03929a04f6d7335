import { Button } from '@mantine/core';
import { saveFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { copyText } from '~/kit/ui/hooks/copyText';
import classes from './Factors.module.css';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the recovery codes, the only time that they can be seen. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const text = codes.join('\n');
  const copy = async () => {
    if (await copyText(text)) toast('success', 'Recovery codes copied');
    else toast('error', 'The browser did not let the codes be copied');
  };
  const save = () => {
    const content = `Recovery codes for Manufacturing CRM, each works once\n\n${text}\n`;
    saveFile(new Blob([content], { type: 'text/plain' }), 'recovery-codes.txt');
  };
  return (
    <div className={classes.steps}>
      <p role="status">
        <strong>Two-step sign-in is on.</strong> Keep these recovery codes in a safe place: each
        lets you in once without the app, and they are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery Codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" onClick={save}>
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}
