import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import { Listeners } from '~/kit/ui/hooks/listeners';

const storageKey = 'single-keys';
const listeners = new Listeners();
let isOn: boolean | null = null;

/** Whether single characters are shortcuts; people who use voice input switch them off. Kept in this browser. */
export function areSingleKeysOn(): boolean {
  isOn ??= readStored(storageKey) !== 'off';
  return isOn;
}

export function switchSingleKeys(on: boolean): void {
  isOn = on;
  writeStored(storageKey, on ? 'on' : 'off');
  listeners.notify();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listeners.listen, areSingleKeysOn);
}
