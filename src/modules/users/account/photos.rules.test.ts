import { expect, it } from 'vitest';
import { canDecode } from './photos.rules';

/** The beginning of a PNG of these dimensions with so many bits a colour. */
function png(width: number, height: number, bits: number): Uint8Array {
  const file = new Uint8Array(33);
  const view = new DataView(file.buffer);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  view.setUint32(12, 0x49_48_44_52);
  view.setUint32(16, width);
  view.setUint32(20, height);
  file[24] = bits;
  return file;
}

it.each([
  ['24 megapixels', 6000, 4000, 8, true],
  ['more', 6001, 4000, 8, false],
  ['12 megapixels of 16 bits a colour', 4000, 3000, 16, true],
  ['24 megapixels of 16 bits a colour', 6000, 4000, 16, false],
])('a photo of %s is decoded or refused', (_name, width, height, bits, ok) => {
  expect(canDecode(png(width, height, bits)).ok).toBe(ok);
});
