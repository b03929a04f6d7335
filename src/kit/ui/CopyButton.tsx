import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './copyText';
import './CopyButton.css';

interface Props {
  /** What is copied, as a person calls it: "Phone". */
  title: string;
  text: string;
  tabIndex?: number;
}

const shownFor = 2000;

/** "Copy {title}"; says "Copied!" for 2 s (spec 1 §2.5). */
export function CopyButton({ title, text, tabIndex }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  return (
    <span className="copy" data-outcome={outcome ?? undefined}>
      <button
        type="button"
        className="copy-button"
        aria-label={`Copy ${title}`}
        title={`Copy ${title}`}
        tabIndex={tabIndex}
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? (
          <IconCheck size={14} aria-hidden />
        ) : (
          <IconCopy size={14} aria-hidden />
        )}
      </button>
      {outcome ? (
        <span className="copy-word" role="status">
          {outcome === 'copied' ? 'Copied!' : 'Could not copy'}
        </span>
      ) : null}
    </span>
  );
}
