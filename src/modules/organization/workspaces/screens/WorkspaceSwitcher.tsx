import { IconBuildingWarehouse, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '~/kit/ui/messages/toasts';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { chooseWorkspace, useWorkspaces } from './workspaces.client';
import classes from './WorkspaceSwitcher.module.css';

/** In the header: the whole company or one of the person's workspaces; hidden while there is no choice. */
export default function WorkspaceSwitcher() {
  const { rows } = useWorkspaces();
  const { current_workspace } = useSession();
  // The requested choice, until the server has answered.
  const [target, setTarget] = useState<string | null>(null);
  if (rows.length === 0) return null;

  const choose = async (value: string): Promise<void> => {
    setTarget(value);
    try {
      await chooseWorkspace(value === '' ? null : Number(value));
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Unknown error';
      toast('error', `The workspace could not be changed: ${message}`);
    } finally {
      setTarget(null);
    }
  };
  const byName = rows.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className={classes.workspaceSwitcher}>
      <IconBuildingWarehouse size={16} stroke={1.75} aria-hidden />
      <select
        aria-label="Workspace"
        value={target ?? String(current_workspace ?? '')}
        disabled={target !== null}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        <option value="">Whole company</option>
        {byName.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </div>
  );
}
