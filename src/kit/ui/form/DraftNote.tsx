import { formatInstant } from '~/kit/shared/time/days';
import { companyZone } from '~/kit/ui/inputs/companyToday';
import type { RestoredDraft } from './form-draft';
import classes from './Form.module.css';

interface Props {
  draft: { restored: RestoredDraft | null; discard: () => void };
}

/** Says that a form shows what was typed before, and takes it back. */
export function DraftNote({ draft: { restored, discard } }: Props) {
  if (!restored) return null;
  const since = formatInstant(new Date(restored.since).toISOString(), companyZone());
  return (
    <p className={classes.draft} role="status">
      <span>
        {`A draft from ${since} was restored.`}
        {restored.isOutdated
          ? ' The record has changed since then. Check it before you save.'
          : null}
      </span>
      <button type="button" onClick={discard}>
        Discard draft
      </button>
    </p>
  );
}
