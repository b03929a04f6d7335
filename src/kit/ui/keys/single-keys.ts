import { useSyncExternalStore } from 'react';

const place = 'single-keys';
const hearers = new Set<() => void>();
let isOn: boolean | null = null;

/** Whether single characters are shortcuts; who speaks to the browser switches them off. Kept in this browser. */
export function areSingleKeysOn(): boolean {
  isOn ??= stored() !== 'off';
  return isOn;
}

export function switchSingleKeys(on: boolean): void {
  isOn = on;
  try {
    localStorage.setItem(place, on ? 'on' : 'off');
  } catch {
    // Storage may be full or forbidden; the choice then lasts as long as the page.
  }
  for (const hear of hearers) hear();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listen, areSingleKeysOn);
}

function listen(hear: () => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

function stored(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}
