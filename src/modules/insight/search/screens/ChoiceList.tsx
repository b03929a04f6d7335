import { useEffect, useId } from 'react';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './GlobalSearch.module.css';

/** A line of the dialog: a command, or a record to open. */
export interface Choice {
  key: string;
  label: string;
  detail?: string | null;
  /** Found for what was typed before: Enter, pressed at once after typing, does not mean it. */
  isStale?: boolean;
  run: () => void;
}

export interface ChoiceGroup {
  label: string;
  choices: readonly Choice[];
}

interface Props {
  id: string;
  groups: readonly ChoiceGroup[];
  active: Choice | undefined;
  optionId: (choice: Choice) => string;
  onPoint: (choice: Choice) => void;
  onChoose: (choice: Choice) => void;
}

/** The choices in their groups; the focus stays in the input, which refers to the active option. */
export function ChoiceList({ id, groups, ...rows }: Props) {
  const { active, optionId } = rows;
  const activeId = active ? optionId(active) : null;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={id} role="listbox" aria-label="Commands and records" hidden={groups.length === 0}>
      {groups.map((group) => (
        <Group key={group.label} group={group} {...rows} />
      ))}
    </div>
  );
}

function Group({ group, active, ...rest }: { group: ChoiceGroup } & Omit<Props, 'id' | 'groups'>) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className={classes.groupTitle}>
        {group.label}
      </p>
      {group.choices.map((choice) => (
        <button
          type="button"
          tabIndex={-1}
          key={choice.key}
          id={rest.optionId(choice)}
          role="option"
          aria-selected={choice === active}
          className={classes.option}
          onMouseMove={() => rest.onPoint(choice)}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => rest.onChoose(choice)}
        >
          <span className={classes.label}>{choice.label}</span>
          {choice.detail ? (
            <SoftText className={classes.detail} as="span" small>
              {choice.detail}
            </SoftText>
          ) : null}
        </button>
      ))}
    </div>
  );
}
