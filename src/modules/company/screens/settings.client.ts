import { useQuery } from '@tanstack/react-query';
import type { Day } from '~/kit/shared/time/days';
import { api } from '~/kit/ui/data/api';
import { useToday } from '~/kit/ui/hooks/useToday';
import { defaultSettings, type Settings } from '../settings.fields';

/** The company's settings; until they are there, the defaults. */
export function useSettings(): Settings {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => api.get<Settings>('/settings'),
    meta: { list: { entity: 'settings', path: '/settings', whole: true } },
  });
  return data ?? defaultSettings;
}

export interface Company {
  timeZone: string;
  today: Day;
}

/** What every date on a screen is read by: the company's zone and its calendar day. */
export function useCompany(): Company {
  const { time_zone: timeZone } = useSettings();
  return { timeZone, today: useToday(timeZone) };
}
