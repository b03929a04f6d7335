import { useEffect, useId } from 'react';
import type { Found } from '../search.fields';
import type { FoundGroup } from '../search.rules';

interface Props {
  id: string;
  groups: readonly FoundGroup[];
  active: Found | undefined;
  optionId: (found: Found) => string;
  onPoint: (found: Found) => void;
  onChoose: (found: Found) => void;
}

/** What was found, kind by kind; the focus stays in the input, which names the active one. */
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
    <div role="group" aria-labelledby={titleId} className="search-group">
      <p id={titleId} className="search-group-title">
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
          className="search-option"
          onMouseMove={() => rest.onPoint(found)}
          // The focus stays where one types.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => rest.onChoose(found)}
        >
          <span className="search-label">{found.label}</span>
          {found.detail ? <span className="search-detail">{found.detail}</span> : null}
        </button>
      ))}
    </div>
  );
}
