import { expect, it } from 'vitest';
import { imageFault, type ImageRequirements } from './image-files';

const photo: ImageRequirements = { noun: 'photo', formats: ['png', 'jpeg', 'webp'] };

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
  expect(imageFault(png(width, height, bits), photo) === null).toBe(ok);
});

it('a WebP whose picture is larger than its canvas is measured by its picture', async () => {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X');
  canvas.writeUInt32LE(10, 4);
  const picture = Buffer.alloc(18);
  picture.write('VP8L');
  picture.writeUInt32LE(10, 4);
  picture.writeUInt8(0x2f, 8);
  picture.writeUInt32LE(0x0f_ff_ff_ff, 9);
  const file = Buffer.concat([Buffer.from('RIFF\x28\x00\x00\x00WEBP', 'latin1'), canvas, picture]);
  expect(imageFault(file, photo)).toMatchObject({ kind: 'dimensions_too_large' });
  canvas.writeUInt8(2, 8);
  const moving = Buffer.concat([
    Buffer.from('RIFF\x28\x00\x00\x00WEBP', 'latin1'),
    canvas,
    picture,
  ]);
  expect(imageFault(moving, photo)).toMatchObject({ kind: 'unsupported_format' });
});

it('accepts only the allowed formats', () => {
  const file = png(10, 10, 8);
  expect(imageFault(file, { noun: 'logo', formats: ['png', 'jpeg'] })).toBeNull();
  expect(imageFault(file, { noun: 'logo', formats: ['jpeg', 'webp'] })).toEqual({
    kind: 'unsupported_format',
    message: 'The logo must be a JPEG or WebP image',
  });
});
