const loosePartBytes = 4 * 1024 * 1024;

/** What a list is written as, put aside part by part so that it does not fill the page's memory. */
export class ListBytes {
  readonly #parts: Blob[] = [];
  #loose: (Uint8Array<ArrayBuffer> | string)[] = [];
  #size = 0;

  add(part: Uint8Array<ArrayBuffer> | string): void {
    this.#loose.push(part);
    this.#size += part.length;
    if (this.#size >= loosePartBytes) this.#putAside();
  }

  whole(): Blob {
    this.#putAside();
    return new Blob(this.#parts);
  }

  #putAside(): void {
    this.#parts.push(new Blob(this.#loose));
    this.#loose = [];
    this.#size = 0;
  }
}
