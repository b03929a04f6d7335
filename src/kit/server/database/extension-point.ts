/**
 * What a module needs from one stacked above it, which it may not import: the lower module declares the point, the
 * upper one provides the value at start (src/app/modules.ts).
 */
export interface ExtensionPoint<T> {
  provide: (value: T) => void;
  get: () => T;
}

export function extensionPoint<T extends object>(name: string): ExtensionPoint<T> {
  let provided: T | null = null;
  return {
    provide: (value) => {
      provided = value;
    },
    get: () => {
      if (provided === null)
        throw new Error(`Nothing is provided for ${name}: see extendModules in src/app/modules.ts`);
      return provided;
    },
  };
}
