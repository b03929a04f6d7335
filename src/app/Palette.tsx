import type { SearchOpening } from '~/modules/insight/search/screens/GlobalSearch';
import { SearchDialog } from '~/modules/insight/search/screens/SearchDialog';
import { type CommandCallbacks, useCommands } from './commands';

/** The dialog of Ctrl+K, with the commands of the whole product. */
export default function Palette({
  opened,
  onClose,
  early,
  ...callbacks
}: SearchOpening & CommandCallbacks) {
  const commands = useCommands(callbacks);
  return <SearchDialog opened={opened} onClose={onClose} early={early} commands={commands} />;
}
