import { counted } from '~/kit/shared/money/numbers';
import { shortestQuery, searchQueryOf } from '../search.rules';
import type { FoundRecords } from './useFoundRecords';
import classes from './GlobalSearch.module.css';

interface Props {
  typed: string;
  search: FoundRecords;
}

/** How the search for records goes, read out. */
export function SearchNote({ typed, search }: Props) {
  return (
    <>
      <p className={classes.note} role="status">
        {noteOf(typed, search)}
      </p>
      {search.hasFailed ? (
        <button type="button" className={classes.recent} onClick={search.retry}>
          Retry
        </button>
      ) : null}
    </>
  );
}

function noteOf(typed: string, { count, isCurrent, hasFailed }: FoundRecords): string {
  if (searchQueryOf(typed) === null) return `Type at least ${shortestQuery} characters.`;
  if (hasFailed) return 'Search failed. Try again.';
  if (count > 0) return counted(count, 'record');
  return isCurrent ? `No results for "${typed.trim()}"` : 'Searching...';
}
