import { Menu } from '@mantine/core';
import {
  IconBookmarkOff,
  IconBookmarkPlus,
  IconCheck,
  IconDeviceFloppy,
  IconEdit,
  IconPin,
  IconPinnedOff,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { classNames } from '~/kit/ui/theme/classNames';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { toast } from '~/kit/ui/messages/toasts';
import type { ViewedList } from '~/kit/ui/list/listViews';
import { useDirectory } from '~/modules/organization/users/administration/screens/users.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { View, ViewPatch } from '../views.fields';
import { canChange, stateOf } from '../views.rules';
import { ViewsButton } from './ListViews';
import { type ViewDialog, ViewDialogs } from './ViewDialogs';
import type { Views } from './views.client';
import classes from './ListViews.module.css';

const notLoaded = 'Views could not be loaded';

interface Props {
  list: ViewedList;
  views: Views;
  current: View | null;
  isChanged: boolean;
}

/** The views of a list, and what can be done with the one that is shown. */
export default function ViewsMenu(props: Props) {
  const { list, views, current } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [openDialog, setOpenDialog] = useState<ViewDialog | null>(null);
  useEffect(() => {
    button.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        width={280}
        shadow="md"
        transitionProps={{ duration: 100 }}
      >
        <Menu.Target>
          <ViewsButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown className={classNames(classes.dropdown)} aria-label="Views">
          {views.state === 'failed' ? (
            <div role="group" aria-label={notLoaded}>
              <Menu.Label c="var(--ink-soft)">{notLoaded}</Menu.Label>
              <Menu.Item
                leftSection={<IconRefresh size={16} aria-hidden />}
                closeMenuOnClick={false}
                onClick={views.retry}
              >
                Retry
              </Menu.Item>
            </div>
          ) : null}
          <ViewItems {...props} />
          <Actions {...props} onAsk={setOpenDialog} />
        </Menu.Dropdown>
      </Menu>
      <ViewDialogs
        list={list}
        views={views}
        current={current}
        openDialog={openDialog}
        onClose={() => {
          setOpenDialog(null);
          button.current?.focus();
        }}
      />
    </>
  );
}

function ViewItems({ list, views, current }: Props) {
  const { id: me } = useSession();
  const people = useDirectory();
  const groups = [
    { label: 'My Views', rows: views.rows.filter((view) => view.created_by === me) },
    { label: 'Shared Views', rows: views.rows.filter((view) => view.created_by !== me) },
  ];
  const nameOf = (id: number) => {
    const person = people.rows.find((each) => each.id === id);
    return person ? `by ${person.first_name} ${person.last_name}`.trim() : 'by a former user';
  };
  const detailsOf = (view: View) =>
    [
      ...(view.is_default ? ['default'] : []),
      ...(view.created_by !== me ? [nameOf(view.created_by)] : view.is_shared ? ['shared'] : []),
    ].join(', ');
  return groups.map(({ label, rows }) =>
    rows.length === 0 ? null : (
      <div key={label} role="group" aria-label={label}>
        <Menu.Label c="var(--ink-soft)">{label}</Menu.Label>
        {rows.map((view) => (
          <Menu.Item
            key={view.id}
            leftSection={
              view.id === current?.id ? (
                <IconCheck size={16} aria-hidden />
              ) : (
                <span className={classes.unchecked} />
              )
            }
            rightSection={
              <SoftText as="span" small aria-hidden>
                {detailsOf(view)}
              </SoftText>
            }
            aria-current={view.id === current?.id || undefined}
            aria-description={detailsOf(view) || undefined}
            onClick={() => list.show(view.look, view.id, 'push')}
          >
            <span className={classes.itemName}>{view.name}</span>
          </Menu.Item>
        ))}
      </div>
    ),
  );
}

function Actions({
  list,
  views,
  current,
  isChanged,
  onAsk,
}: Props & { onAsk: (openDialog: ViewDialog) => void }) {
  const me = useSession();
  const change = (patch: ViewPatch, done: string) => {
    if (current) void reportUpdate(() => views.update(current.id, patch), done);
  };
  const mayChange = current !== null && canChange(current, me).ok;
  return (
    <>
      {views.rows.length > 0 || views.state === 'failed' ? <Menu.Divider /> : null}
      <Menu.Item
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        onClick={() => onAsk('save')}
      >
        Save View
      </Menu.Item>
      {mayChange && isChanged ? (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          onClick={() =>
            change(
              { state: stateOf(list.look), updated_at: current.updated_at },
              `View "${current.name}" has been updated`,
            )
          }
        >
          Update View
        </Menu.Item>
      ) : null}
      {mayChange ? (
        <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={() => onAsk('edit')}>
          Edit View
        </Menu.Item>
      ) : null}
      {current ? <DefaultItem view={current} onChange={change} /> : null}
      {list.saved === null ? null : (
        <Menu.Item leftSection={<IconBookmarkOff size={16} aria-hidden />} onClick={list.showPlain}>
          Leave View
        </Menu.Item>
      )}
      {mayChange ? (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('delete')}
        >
          Delete View
        </Menu.Item>
      ) : null}
    </>
  );
}

interface DefaultItemProps {
  view: View;
  onChange: (patch: ViewPatch, done: string) => void;
}

function DefaultItem({ view: { name, is_default: isDefault }, onChange }: DefaultItemProps) {
  const Icon = isDefault ? IconPinnedOff : IconPin;
  const done = isDefault ? `"${name}" is no longer the default` : `The list opens with "${name}"`;
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onChange({ is_default: !isDefault }, done)}
    >
      {isDefault ? 'Remove as Default' : 'Make Default'}
    </Menu.Item>
  );
}

async function reportUpdate(update: () => Promise<unknown>, done: string): Promise<void> {
  if (await attempt(orTryAgain('Failed to update view'), update)) toast('success', done);
}
