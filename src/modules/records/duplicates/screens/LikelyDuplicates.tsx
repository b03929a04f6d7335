import { IconCopy } from '@tabler/icons-react';
import { type TypedRecord, useLikelyDuplicates } from './duplicates.client';
import classes from './LikelyDuplicates.module.css';
import { type MergeKindName, lists } from '~/modules/organization/kinds/kinds.rules';

interface Props {
  kind: MergeKindName;
  typed: TypedRecord;
  except?: number | undefined;
}

/** Names the records that are likely the same as what is being typed (docs/product/duplicates.md#while-typing). */
export function LikelyDuplicates({ kind, typed, except }: Props) {
  const likely = useLikelyDuplicates(kind, typed, except);
  return (
    <div role="status" aria-live="polite">
      {likely.length > 0 ? (
        <div className={classes.likely}>
          <p>
            <IconCopy size={16} aria-hidden /> This {lists[kind].noun.toLowerCase()} may already
            exist:
          </p>
          <ul>
            {likely.map(({ id, label, why }) => (
              <li key={id}>
                <a href={`${lists[kind].path}?view=${id}`} target="_blank" rel="noreferrer">
                  {label}
                </a>{' '}
                ({why.join(', ')})
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
