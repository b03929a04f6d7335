import { Dialog } from '~/kit/ui/dialog/Dialog';
import { SearchBox } from './SearchBox';

/** The search over whatever screen is open; each opening begins anew. */
export function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Search" size="lg" closeLabel="Close">
      <SearchBox onClose={onClose} />
    </Dialog>
  );
}
