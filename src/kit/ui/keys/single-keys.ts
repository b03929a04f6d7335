import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';

const storageKey = 'single-keys';
const listeners = new Set<() => void>();
let isOn: boolean | null = null;

/** Whether single characters are shortcuts; people who use voice input switch them off. Kept in this browser. */
export function areSingleKeysOn(): boolean {
  isOn ??= readStored(storageKey) !== 'off';
  return isOn;
}

export function switchSingleKeys(on: boolean): void {
  isOn = on;
  writeStored(storageKey, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listen, areSingleKeysOn);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
