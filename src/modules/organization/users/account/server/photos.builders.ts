import { Transformer } from '@napi-rs/image';

export function makeImage(
  kind: 'png' | 'jpeg' | 'webp' | 'bmp',
  width = 40,
  height = 30,
): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4).fill(160);
  return Transformer.fromRgbaPixels(pixels, width, height)[kind]();
}

export function photoForm(content: Uint8Array, name = 'photo.png', type = 'image/png'): FormData {
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(content)], { type }), name);
  return form;
}

/** The header of a PNG that declares these dimensions. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000000000000008060000001f15c489',
    'hex',
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}
