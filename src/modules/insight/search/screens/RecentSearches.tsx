import classes from './GlobalSearch.module.css';

interface Props {
  recent: readonly string[];
  onChoose: (typed: string) => void;
}

export function RecentSearches({ recent, onChoose }: Props) {
  if (recent.length === 0) return null;
  return (
    <div>
      <p className={classes.groupTitle}>Recent searches</p>
      {recent.map((each) => (
        <button key={each} type="button" className={classes.recent} onClick={() => onChoose(each)}>
          {each}
        </button>
      ))}
    </div>
  );
}
