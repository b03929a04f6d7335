import { SearchDialog } from '~/modules/search/screens/SearchDialog';
import { useCommands } from './commands';

interface Props {
  opened: boolean;
  onClose: () => void;
  onSignOut: () => void;
}

/** The dialog of Ctrl+K, with the commands of the whole product. */
export function Palette({ opened, onClose, onSignOut }: Props) {
  return <SearchDialog opened={opened} onClose={onClose} commands={useCommands(onSignOut)} />;
}
