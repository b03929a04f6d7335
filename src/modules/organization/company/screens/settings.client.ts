import { useQuery } from '@tanstack/react-query';
import type { Day } from '~/kit/shared/time/days';
import { api } from '~/kit/ui/calls/api';
import { queryClient } from '~/kit/ui/calls/query-client';
import { useToday } from '~/kit/ui/hooks/useToday';
import type { Settings, SettingsPatch } from '../settings.fields';
import { defaultSettings } from '../settings.rules';
import { type StockUse, stockUses } from '../stock-uses.rules';

interface LoadedSettings extends Settings {
  in_use: readonly StockUse[];
}

/** The parts that are not in use yet: the first record of one brings its screens. */
function unused(data: unknown): readonly StockUse[] {
  const settings = data as LoadedSettings | undefined;
  return stockUses.filter((use) => settings?.in_use.includes(use) === false);
}

const settingsQuery = {
  queryKey: ['settings'],
  queryFn: () => api.get<LoadedSettings>('/settings'),
  meta: { whole: { entity: 'settings', dependsOn: unused } },
};

export function useSettings(): Settings {
  const { data } = useQuery(settingsQuery);
  return data ?? defaultSettings;
}

const nothing: readonly StockUse[] = [];

/** What the company uses of stock: screens show nothing of the rest (docs/product/stock.md#in-use). */
export function useStockUses(): readonly StockUse[] {
  return useQuery(settingsQuery).data?.in_use ?? nothing;
}

/** Waits until the settings are here, or cannot be loaded: until then `useSettings` gives the defaults. */
export async function untilSettings(): Promise<void> {
  await queryClient.query({ ...settingsQuery, staleTime: 'static' }).catch(() => undefined);
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

/** The company's time zone, by the settings that are loaded. */
export function zoneOfCompany(): string {
  return (queryClient.getQueryData<Settings>(settingsQuery.queryKey) ?? defaultSettings).time_zone;
}

/** Changes some settings, for administrators; every page hears of it. */
export async function changeSettings(patch: SettingsPatch): Promise<void> {
  await api.put<Settings>('/settings', patch);
}
