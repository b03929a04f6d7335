import { useEffect, useState } from 'react';

const stepMs = 60_000;

/** The instant, as ISO 8601 in UTC; a new one each minute while the page stays open. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
