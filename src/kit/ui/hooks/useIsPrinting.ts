import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed; lists then draw all rows, also those out of view. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // The browser takes its picture as soon as the event is over.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  return isPrinting;
}
