import classes from './Keys.module.css';

const signs: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
};

/** The keys of a shortcut, as they are labeled. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((combination) => (
    <span key={combination} className={classes.keys}>
      {combination.split('+').map((key) => (
        <kbd key={key}>{signs[key] ?? key}</kbd>
      ))}
    </span>
  ));
}
