import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '~/kit/ui/theme/tokens.css';
import '~/kit/ui/theme/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onHeldUp, onSignedOut } from '~/kit/ui/calls/api';
import { queryClient } from '~/kit/ui/calls/query-client';
import { cssVariables, theme } from '~/kit/ui/theme/theme';
import { ToastArea } from '~/kit/ui/messages/ToastArea';
import { useIsPrinting } from '~/kit/ui/hooks/useIsPrinting';
import {
  loseSession,
  reloadSession,
} from '~/modules/organization/users/sessions/screens/session.client';
import { loadAhead, router } from './router';

onSignedOut(() => {
  loseSession();
  void router.invalidate();
});

onHeldUp(() => void reloadSession().then(() => router.invalidate()));

loadAhead(window.location.pathname);

/** Paper is light, also where the screen is dark. */
function Themed({ children }: { children: ReactNode }) {
  const forced = useIsPrinting() ? ({ forceColorScheme: 'light' } as const) : {};
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...forced}
    >
      {children}
    </MantineProvider>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ToastArea />
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  );
}
