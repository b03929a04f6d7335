/** One character a byte. */
export function latin(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

export const mostTailBytes = 65_557;

/** Whether a file begins as an archive does. */
export function beginsAsArchive(head: Uint8Array): boolean {
  return latin(head.subarray(0, 4)) === 'PK\u0003\u0004';
}

export interface ArchiveEnd {
  /** Where the list of its names stands in the file, and how long it is. */
  from: number;
  length: number;
}

/** The end of a ZIP archive in the last bytes of a file (APPNOTE 4.3.16); null where there is none. */
export function endOfArchive(tail: Uint8Array): ArchiveEnd | null {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06_05_4b_50) continue;
    if (at + 22 + view.getUint16(at + 20, true) !== tail.byteLength) continue;
    return { length: view.getUint32(at + 12, true), from: view.getUint32(at + 16, true) };
  }
  return null;
}

export const mostListBytes = 4_194_304;
const mostNames = 10_000;

/** The names in an archive's list of them (APPNOTE 4.3.12); null for a list that is broken or endless. */
export function namesInArchive(list: Uint8Array): string[] | null {
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
  const names: string[] = [];
  for (let at = 0; at < list.byteLength; ) {
    if (at + 46 > list.byteLength || view.getUint32(at, true) !== 0x02_01_4b_50) return null;
    const length = view.getUint16(at + 28, true);
    names.push(latin(list.subarray(at + 46, at + 46 + length)));
    if (names.length > mostNames) return null;
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}
