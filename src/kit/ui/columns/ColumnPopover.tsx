import { Button, Popover } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ColumnChooserRow } from './ColumnChooserRow';
import { chooserOrder, moved } from './columnChoice';
import { densities, setDensity, useDensity } from './density';
import { useColumnDrag } from './useColumnDrag';
import type { ColumnChoice } from './useColumnChoice';
import { ColumnButton } from './ColumnButton';
import { ViewToggle } from '~/kit/ui/inputs/ViewToggle';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './ColumnChooser.module.css';

export type Choice = Pick<
  ColumnChoice<never>,
  'all' | 'visibleKeys' | 'isDefault' | 'setVisible' | 'reset'
>;

export default function ColumnPopover({ choice }: { choice: Choice }) {
  const titleId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <ColumnButton ref={button} onClick={() => setOpened((before) => !before)} />
      </Popover.Target>
      <Popover.Dropdown className={classNames(classes.chooser)} aria-labelledby={titleId}>
        <div className={classes.head}>
          <h2 id={titleId} className={classes.title}>
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
        <DensityChoice />
      </Popover.Dropdown>
    </Popover>
  );
}

function DensityChoice() {
  return (
    <div className={classes.density}>
      <ViewToggle label="Density" views={densities} value={useDensity()} onChange={setDensity} />
    </div>
  );
}

function ColumnList({ choice }: { choice: Choice }) {
  const { all, visibleKeys, setVisible } = choice;
  const [stored, setStored] = useState<readonly string[]>([]);
  const [announced, announce] = useState('');
  const movable = useMemo(() => all.filter((column) => !column.isLast), [all]);
  const last = all.filter((column) => column.isLast);
  const order = chooserOrder(stored, visibleKeys, movable);
  const change = (keys: readonly string[], visible: readonly string[]) => {
    setStored(keys);
    const lastKeys = last.map((column) => column.key);
    setVisible([...keys, ...lastKeys].filter((key) => visible.includes(key)));
  };
  const move = (key: string, to: number) => {
    const keys = moved(order, key, to);
    change(keys, visibleKeys);
    const title = all.find((column) => column.key === key)?.title ?? key;
    announce(`${title} is now column ${keys.indexOf(key) + 1} of ${keys.length}`);
  };
  const toggle = (key: string, isVisible: boolean) =>
    change(order, isVisible ? [...visibleKeys, key] : visibleKeys.filter((each) => each !== key));
  const { list, dragged, over } = useColumnDrag(order, move);
  return (
    <>
      <ul className={classes.list} ref={list}>
        {order.flatMap((key, index) => {
          const column = movable.find((each) => each.key === key);
          if (!column) return [];
          return (
            <ColumnChooserRow
              key={key}
              column={column}
              position={{ index, count: order.length }}
              isVisible={visibleKeys.includes(key)}
              dropEdge={over?.key === key ? over.edge : null}
              isDragged={dragged === key}
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
      <SoftText className={classes.foot} small>
        Changes are saved automatically.
      </SoftText>
      <div className="visually-hidden" role="status">
        {announced}
      </div>
    </>
  );
}
