import { Dialog } from '~/kit/ui/dialog/Dialog';
import type { Command } from '../commands.rules';
import { SearchBox } from './SearchBox';

interface Props {
  opened: boolean;
  onClose: () => void;
  commands: readonly Command[];
}

export function SearchDialog({ opened, onClose, commands }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Search" size="lg" closeLabel="Close">
      <SearchBox onClose={onClose} commands={commands} />
    </Dialog>
  );
}
