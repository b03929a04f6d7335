import type { Asked } from '~/modules/insight/search/screens/GlobalSearch';
import { SearchDialog } from '~/modules/insight/search/screens/SearchDialog';
import { type CommandHands, useCommands } from './commands';

/** The dialog of Ctrl+K, with the commands of the whole product. */
export function Palette({ opened, onClose, early, ...hands }: Asked & CommandHands) {
  const commands = useCommands(hands);
  return <SearchDialog opened={opened} onClose={onClose} early={early} commands={commands} />;
}
