import { useSyncExternalStore } from 'react';

const storageKey = 'single-keys';
const listeners = new Set<() => void>();
let isOn: boolean | null = null;

/** Whether single characters are shortcuts; people who use voice input switch them off. Kept in this browser. */
export function areSingleKeysOn(): boolean {
  isOn ??= stored() !== 'off';
  return isOn;
}

export function switchSingleKeys(on: boolean): void {
  isOn = on;
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Storage may be full or forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listen, areSingleKeysOn);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
