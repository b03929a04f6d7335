import { useEffect, useId } from 'react';
import type { Found } from '../search.fields';
import type { FoundGroup } from '../search.rules';
import { SoftText } from '~/kit/ui/elements/SoftText';
import classes from './GlobalSearch.module.css';

interface Props {
  id: string;
  groups: readonly FoundGroup[];
  active: Found | undefined;
  optionId: (found: Found) => string;
  onPoint: (found: Found) => void;
  onChoose: (found: Found) => void;
}

/** The results by kind; the focus stays in the input, which refers to the active option. */
export function FoundList({ id, groups, ...rows }: Props) {
  const { active, optionId } = rows;
  const activeId = active ? optionId(active) : null;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={id} role="listbox" aria-label="Found records" hidden={groups.length === 0}>
      {groups.map((group) => (
        <Group key={group.type} group={group} {...rows} />
      ))}
    </div>
  );
}

function Group({ group, active, ...rest }: { group: FoundGroup } & Omit<Props, 'id' | 'groups'>) {
  const titleId = useId();
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className={classes.groupTitle}>
        {group.label}
      </p>
      {group.found.map((found) => (
        <button
          type="button"
          tabIndex={-1}
          key={found.id}
          id={rest.optionId(found)}
          role="option"
          aria-selected={found === active}
          className={classes.option}
          onMouseMove={() => rest.onPoint(found)}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => rest.onChoose(found)}
        >
          <span className={classes.label}>{found.label}</span>
          {found.detail ? (
            <SoftText className={classes.detail} as="span" small>
              {found.detail}
            </SoftText>
          ) : null}
        </button>
      ))}
    </div>
  );
}
