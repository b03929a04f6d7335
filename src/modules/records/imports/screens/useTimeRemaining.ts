import { useEffect, useState } from 'react';

interface Start {
  at: number;
  done: number;
}

/** The remaining time of work that is `done` of `total`, in words; null while unknown. */
export function useTimeRemaining(done: number, total: number): string | null {
  const [start, setStart] = useState<Start | null>(null);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const frame = requestAnimationFrame((at) => {
      setNow(at);
      setStart((before) => (before === null || done < before.done ? { at, done } : before));
    });
    return () => cancelAnimationFrame(frame);
  }, [done]);
  if (!start || done <= start.done || total <= done) return null;
  return timeRemaining(((now - start.at) * (total - done)) / (done - start.done));
}

/** "about 12 s left", "about 3 min left". */
export function timeRemaining(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return seconds < 90 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}
