import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '~/kit/ui/base.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from '~/kit/ui/api';
import { queryClient } from '~/kit/ui/records';
import { cssVariables, theme } from '~/kit/ui/theme';
import { loseSession } from '~/modules/users/screens/session.client';
import { router } from './router';

onSignedOut(() => {
  loseSession();
  void router.invalidate();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Notifications position="bottom-left" limit={8} containerWidth={380} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
