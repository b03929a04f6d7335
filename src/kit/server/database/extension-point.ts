/**
 * What a module needs of one stacked above it, which it may not import: the lower module declares the point, the upper
 * one provides the value when the server is put together (src/app/modules.ts).
 */
export interface ExtensionPoint<T> {
  provide: (value: T) => void;
  /** Throws while nothing is provided. */
  get: () => T;
}

/** Declares an extension point; `name` is for the error when nothing is provided. */
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
