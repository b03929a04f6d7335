import { DescribedSwitch } from '~/kit/ui/inputs/DescribedSwitch';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import { Keys } from './Keys';
import { type Shortcut, shortcuts } from './shortcuts';
import { switchSingleKeys, useSingleKeys } from './single-keys';
import classes from './ShortcutSheet.module.css';

const groups: readonly Shortcut['group'][] = [
  'Everywhere',
  'Lists',
  'Selected rows',
  'Cells',
  'Boards',
];

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** "Keyboard Shortcuts" (docs/product/screens.md#keyboard). */
export default function ShortcutSheet({ opened, onClose }: Props) {
  const isOn = useSingleKeys();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Keyboard Shortcuts"
      size={760}
      closeLabel="Close"
    >
      <DialogBody tabIndex={0} role="group" aria-label="Shortcuts">
        <DescribedSwitch
          label="Single-key shortcuts"
          description="Use single keys, such as n and /, as shortcuts."
          checked={isOn}
          onChange={switchSingleKeys}
        />
        <div className={classes.groups}>
          {groups.map((group) => (
            <Group key={group} group={group} isOn={isOn} />
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}

function Group({ group, isOn }: { group: Shortcut['group']; isOn: boolean }) {
  const all: readonly Shortcut[] = Object.values(shortcuts);
  return (
    <section className={classes.group}>
      <h3>{group}</h3>
      <dl className={classes.list}>
        {all
          .filter((each) => each.group === group)
          .map(({ keys, does }) => (
            <div
              key={does}
              className={classes.line}
              data-off={(!isOn && keys.every(({ length }) => length === 1)) || undefined}
            >
              <dt>{does}</dt>
              <dd>
                <Keys keys={keys} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
