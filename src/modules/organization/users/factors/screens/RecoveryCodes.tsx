import { Button } from '@mantine/core';
import { saveFile } from '~/kit/ui/calls/files';
import { toast } from '~/kit/ui/messages/toasts';
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
    else toast('error', 'The codes could not be copied. Select and copy them yourself.');
  };
  const save = () => {
    const content = `Recovery codes for Manufacturing CRM, each works once\n\n${text}\n`;
    saveFile(new Blob([content], { type: 'text/plain' }), 'recovery-codes.txt');
  };
  return (
    <div className={classes.steps}>
      <p role="status">
        <strong>Two-step sign-in is on.</strong> Store these recovery codes safely. Each works once
        without the app. They are not shown again.
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
        <Button onClick={onDone}>I have saved the codes</Button>
      </div>
    </div>
  );
}
