import { Dialog } from '~/kit/ui/dialog/Dialog';
import { SearchBox } from './SearchBox';

export function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Search" size="lg" closeLabel="Close">
      <SearchBox onClose={onClose} />
    </Dialog>
  );
}
