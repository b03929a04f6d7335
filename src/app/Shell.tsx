import { IconBuildingFactory2, IconKeyboard } from '@tabler/icons-react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { Outlet, useRouter } from '@tanstack/react-router';
import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { startActivity } from '~/kit/ui/calls/idle-clock';
import { ListViews as ViewsSlot, type ListViewsProps } from '~/kit/ui/list/listViews';
import { ListViews } from '~/modules/records/views/screens/ListViews';
import { Layout } from '~/kit/ui/shell/Layout';
import { PageHelp } from '~/kit/ui/shell/Page';
import { OutcomeArea } from '~/kit/ui/bulk/OutcomeArea';
import { ConflictArea } from '~/kit/ui/dialog/ConflictArea';
import { listenLive } from '~/kit/ui/records/live';
import { prepareToasts } from '~/kit/ui/messages/ToastArea';
import { keepListsOf } from '~/kit/ui/feeds/list-cache';
import { holdOnly, readOnlyThese, reloadRecords } from '~/kit/ui/records/list-store';
import { queryClient } from '~/kit/ui/calls/query-client';
import { openDialogsAfter } from '~/kit/ui/dialog/lazyDialog';
import { takeZone } from '~/kit/ui/inputs/companyToday';
import { forgetTyped, startWaiting, useWaiting } from '~/kit/ui/waiting/waiting';
import { useOwnFieldFeed } from '~/modules/records/custom-fields/screens/custom-fields.client';
import { GlobalSearch } from '~/modules/insight/search/screens/GlobalSearch';
import {
  untilSettings,
  useCompany,
  useSettings,
  useStockUses,
  zoneOfCompany,
} from '~/modules/organization/company/screens/settings.client';
import { LogArea } from '~/modules/collaboration/notes/screens/LogArea';
import { ConfirmationArea } from '~/modules/organization/users/sessions/screens/ConfirmationArea';
import {
  isReadHere,
  isWhereOneWorks,
  listScope,
  readingOf,
} from '~/modules/organization/users/sessions/screens/reading.client';
import {
  isStillSignedIn,
  photoOf,
  SignedIn,
  signOut,
  useSession,
  useSignedIn,
} from '~/modules/organization/users/sessions/screens/session.client';
import type { CommandCallbacks } from './commands';
import { HelpButton } from './help/HelpButton';
import { menuSections, profileEntriesOf } from './menu';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import { useShortcuts } from '~/kit/ui/keys/useShortcuts';

const ShortcutSheet = lazyPart(() => import('~/kit/ui/keys/ShortcutSheet'));

interface Props {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The keys that work on every screen, and the sheet that tells them. */
function ShortcutArea({ opened, onOpen, onClose }: Props) {
  useShortcuts(onOpen);
  if (!useLatch(opened)) return null;
  return (
    <Suspense fallback={null}>
      <ShortcutSheet opened={opened} onClose={onClose} />
    </Suspense>
  );
}

// Not needed for the first render.
const loadPalette = () => import('./Palette');
const Palette = lazyPart(loadPalette);
const WorkspaceSwitcher = lazyPart(
  () => import('~/modules/organization/workspaces/screens/WorkspaceSwitcher'),
);
const NotificationBell = lazyPart(
  () => import('~/modules/collaboration/notifications/screens/NotificationBell'),
);

holdOnly(isWhereOneWorks);
readOnlyThese(isReadHere);
keepListsOf(listScope);
openDialogsAfter(untilSettings);
takeZone(zoneOfCompany);

// Loaded at once: it is needed when nothing can be loaded.
const WaitingArea = lazyPart(() => import('~/kit/ui/shell/WaitingArea'));
const IdleWatch = lazyPart(() => import('~/modules/organization/users/sessions/screens/IdleWatch'));

/** The frame of every screen behind sign-in; empty from the end of the session until the sign-in screen is there. */
export function Shell() {
  const user = useSignedIn();
  return (
    user && (
      <SignedIn value={user}>
        <Frame />
      </SignedIn>
    )
  );
}

function Frame() {
  const user = useSession();
  const { tax_mode: taxMode } = useSettings();
  const inUse = useStockUses();
  const router = useRouter();
  const { timeZone } = useCompany();
  useEffect(() => listenLive(queryClient), []);
  // Before the idle watch, an inner effect, looks at the activity before this sign-in.
  useLayoutEffect(startActivity, []);
  useEffect(prepareToasts, []);
  useOwnFieldFeed();
  const leaving = useLeaving();
  const { sheetEntry, ...sheet } = useSheet();
  // A former administrator must leave the administrators' screens.
  useOnChange(user.role, () => void router.invalidate());
  useOnChange(readingOf(user), () => void reloadRecords(queryClient));
  useOnChange(user.current_workspace, () => void reloadRecords(queryClient));
  return (
    <Layout
      productName="Manufacturing CRM"
      productIcon={IconBuildingFactory2}
      sections={menuSections(user, taxMode, inUse)}
      menuOwner={user.id}
      profileEntries={[...profileEntriesOf(user.role), sheetEntry]}
      headerRight={<HeaderTools onSignOut={leaving.begin} onSheet={sheet.onOpen} />}
      user={{ ...user, photo: photoOf(user) }}
      onLogout={leaving.begin}
      notice={
        <Suspense fallback={null}>
          <WaitingArea
            isLeaving={leaving.isLeaving}
            onStay={leaving.onStay}
            onLeave={leaving.onLeave}
          />
        </Suspense>
      }
    >
      <Screen />
      <ConfirmationArea />
      <ConflictArea timeZone={timeZone} />
      <OutcomeArea />
      <LogArea />
      <ShortcutArea {...sheet} />
      <Suspense fallback={null}>
        <IdleWatch />
      </Suspense>
    </Layout>
  );
}

function HeaderTools(callbacks: CommandCallbacks) {
  return (
    <>
      <GlobalSearch load={loadPalette}>
        {(opening) => <Palette {...callbacks} {...opening} />}
      </GlobalSearch>
      <Suspense fallback={null}>
        <WorkspaceSwitcher />
      </Suspense>
      <Suspense fallback={null}>
        <NotificationBell />
      </Suspense>
    </>
  );
}

function useSheet() {
  const [opened, setOpened] = useState(false);
  const onOpen = useCallback(() => setOpened(true), []);
  const onClose = useCallback(() => setOpened(false), []);
  const sheetEntry = { label: 'Keyboard Shortcuts', to: onOpen, icon: IconKeyboard };
  return { opened, onOpen, onClose, sheetEntry };
}

const viewsOf = (props: ListViewsProps) => <ListViews {...props} />;

const help = <HelpButton />;

/** The screen is drawn once the frame around it is: both at a time would hold the page for longer than 50 ms. */
function Screen() {
  const isFramed = useDeferredValue(true, false);
  return isFramed ? (
    <ViewsSlot value={viewsOf}>
      <PageHelp value={help}>
        <Outlet />
      </PageHelp>
    </ViewsSlot>
  ) : null;
}

/** What waits of this person; signing out, which drops it, asks first. */
function useLeaving() {
  const { id, installation } = useSession();
  const router = useRouter();
  useEffect(
    () => startWaiting({ installation, person: id }, () => isStillSignedIn(id, installation)),
    [id, installation],
  );
  const hasWaiting = useWaiting().length > 0;
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(false);
    await forgetTyped();
    await signOut();
    await router.invalidate();
  };
  return {
    isLeaving,
    begin: () => (hasWaiting ? setLeaving(true) : void leave()),
    onStay: () => setLeaving(false),
    onLeave: () => void leave(),
  };
}

function useOnChange(value: string | number | null, onChange: () => void) {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    onChange();
  });
}
