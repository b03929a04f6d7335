import { useQuery } from '@tanstack/react-query';
import type { Day } from '~/kit/shared/time/days';
import { api } from '~/kit/ui/data/api';
import { useToday } from '~/kit/ui/hooks/useToday';
import type { Settings, SettingsPatch } from '../settings.fields';
import { defaultSettings } from '../settings.rules';

export function useSettings(): Settings {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => api.get<Settings>('/settings'),
    meta: { whole: { entity: 'settings' } },
  });
  return data ?? defaultSettings;
}

export interface Company {
  timeZone: string;
  today: Day;
}

/** The company's time zone and current calendar day, which all dates on screens are relative to. */
export function useCompany(): Company {
  const { time_zone: timeZone } = useSettings();
  return { timeZone, today: useToday(timeZone) };
}

/** Changes some settings, for administrators; every page hears of it. */
export async function changeSettings(patch: SettingsPatch): Promise<void> {
  await api.put<Settings>('/settings', patch);
}
