import { useEffect, useState } from 'react';
import { type Day, dayOf } from '~/kit/shared/time/days';

const checkMs = 60_000;

/** Today in the company's time zone; changes at its midnight. */
export function useToday(timeZone: string): Day {
  const [today, setToday] = useState(() => dayOf(new Date(), timeZone));
  useEffect(() => {
    const look = () => setToday(dayOf(new Date(), timeZone));
    look();
    const timer = setInterval(look, checkMs);
    return () => clearInterval(timer);
  }, [timeZone]);
  return today;
}
