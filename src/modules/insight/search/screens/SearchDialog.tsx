import { Dialog } from '~/kit/ui/dialog/Dialog';
import type { Command } from '../commands.rules';
import type { SearchOpening } from './GlobalSearch';
import { SearchBox } from './SearchBox';

interface Props extends SearchOpening {
  commands: readonly Command[];
}

export function SearchDialog({ opened, onClose, early, commands }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Search" size="lg" closeLabel="Close">
      <SearchBox onClose={onClose} early={early} commands={commands} />
    </Dialog>
  );
}
