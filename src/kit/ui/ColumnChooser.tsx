import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { ColumnChooserRow } from './ColumnChooserRow';
import { chooserOrder, moved } from './columnChoice';
import { useColumnDrag } from './useColumnDrag';
import type { ColumnChoice } from './useColumnChoice';
import './ColumnChooser.css';

type Choice = Pick<
  ColumnChoice<never>,
  'all' | 'visibleKeys' | 'isDefault' | 'setVisible' | 'reset'
>;

/** "Customize Columns": which columns are shown and in which order; each change is seen and kept at once. */
export function ColumnChooser({ choice }: { choice: Choice }) {
  const titleId = useId();
  return (
    <Popover
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Customize Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="chooser" aria-labelledby={titleId}>
        <div className="chooser-head">
          <h2 id={titleId} className="chooser-title">
            Customize Columns
          </h2>
          <Button
            variant="subtle"
            size="compact-sm"
            {...(choice.isDefault ? { 'aria-disabled': true, 'data-disabled': true } : {})}
            onClick={choice.reset}
          >
            Reset to Default
          </Button>
        </div>
        <ColumnList choice={choice} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnList({ choice }: { choice: Choice }) {
  const { all, visibleKeys, setVisible } = choice;
  const [kept, setKept] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const movable = useMemo(() => all.filter((column) => !column.isLast), [all]);
  const last = all.filter((column) => column.isLast);
  const order = chooserOrder(kept, visibleKeys, movable);
  const change = (keys: readonly string[], visible: readonly string[]) => {
    setKept(keys);
    const lastKeys = last.map((column) => column.key);
    setVisible([...keys, ...lastKeys].filter((key) => visible.includes(key)));
  };
  const move = (key: string, to: number) => {
    const keys = moved(order, key, to);
    change(keys, visibleKeys);
    const title = all.find((column) => column.key === key)?.title ?? key;
    setSaid(`${title} is now number ${keys.indexOf(key) + 1} of ${keys.length}`);
  };
  const toggle = (key: string, isVisible: boolean) =>
    change(order, isVisible ? [...visibleKeys, key] : visibleKeys.filter((each) => each !== key));
  const drag = useColumnDrag(order, move);
  return (
    <>
      <ul className="chooser-list" ref={drag.list}>
        {order.flatMap((key, index) => {
          const column = movable.find((each) => each.key === key);
          if (!column) return [];
          return (
            <ColumnChooserRow
              key={key}
              column={column}
              place={{ index, count: order.length }}
              isVisible={visibleKeys.includes(key)}
              dropEdge={drag.over?.key === key ? drag.over.edge : null}
              isDragged={drag.dragged === key}
              onToggle={toggle}
              onMove={move}
            />
          );
        })}
        {last.map((column) => (
          <ColumnChooserRow
            key={column.key}
            column={column}
            isVisible={visibleKeys.includes(column.key)}
            onToggle={toggle}
          />
        ))}
      </ul>
      <p className="chooser-foot">Changes are saved automatically.</p>
      <div className="visually-hidden" role="status">
        {said}
      </div>
    </>
  );
}
