import { SearchDialog } from '~/modules/search/screens/SearchDialog';
import { type CommandHands, useCommands } from './commands';

interface Props extends CommandHands {
  opened: boolean;
  onClose: () => void;
}

/** The dialog of Ctrl+K, with the commands of the whole product. */
export function Palette({ opened, onClose, ...hands }: Props) {
  return <SearchDialog opened={opened} onClose={onClose} commands={useCommands(hands)} />;
}
