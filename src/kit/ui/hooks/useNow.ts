import { useEffect, useState } from 'react';

const stepMs = 60_000;

/** The current instant, as ISO 8601 in UTC, updated each minute. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
