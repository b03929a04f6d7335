/** The formats of images that are read, by their names for people. */
const formatNames = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const;

export type ImageFormat = keyof typeof formatNames;

// Decoding an image of 24 megapixels takes about 200 MB of memory; with 16 bits a colour each pixel takes twice as much.
const mostPixels = 24_000_000;
const longestSide = 8000;

interface ImageHead {
  width: number;
  height: number;
  /** False for a file that is cut off. */
  whole: boolean;
  /** Each colour has 16 bits. */
  isDeep?: boolean;
}

export interface ImageFault {
  kind: 'unsupported_format' | 'damaged' | 'dimensions_too_large';
  message: string;
}

export interface ImageRequirements {
  /** What people call it: "photo". */
  noun: string;
  formats: readonly ImageFormat[];
}

/**
 * What keeps a file from being decoded as an image, or null; judged by its first bytes: the file name and declared type
 * are not trusted, and a small file may declare dimensions that would exhaust memory.
 */
export function imageFault(file: Uint8Array, requirements: ImageRequirements): ImageFault | null {
  const { noun, formats } = requirements;
  const format = formatOf(file);
  const head = format !== null && formats.includes(format) ? headOf(file, format) : null;
  if (!head) {
    const message = `The ${noun} must be a ${namesOf(formats)} image`;
    return { kind: 'unsupported_format', message };
  }
  const { width, height, whole, isDeep } = head;
  if (width === 0 || height === 0 || !whole) return damagedImage(noun);
  const kind = 'dimensions_too_large';
  const size = `The ${noun} is too large: ${width} × ${height} pixels`;
  if (isDeep && width * height > mostPixels / 2)
    return {
      kind,
      message: `${size} and 16 bits per color. Such images can have at most 12 megapixels.`,
    };
  if (width > longestSide || height > longestSide || width * height > mostPixels)
    return {
      kind,
      message: `${size}. Images can have at most 8000 pixels per side and 24 megapixels.`,
    };
  return null;
}

/** For a file whose head is good and whose pixels cannot be read. */
export function damagedImage(noun: string): ImageFault {
  return { kind: 'damaged', message: `The ${noun} is damaged and cannot be read` };
}

/** By its first bytes; null for what is none of the known formats. */
export function formatOf(file: Uint8Array): ImageFormat | null {
  if (startsWith(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(file, [0xff, 0xd8, 0xff])) return 'jpeg';
  return textAt(file, 0) === 'RIFF' && textAt(file, 8) === 'WEBP' ? 'webp' : null;
}

/** The dimensions that a file declares; null for an animation. */
function headOf(file: Uint8Array, format: ImageFormat): ImageHead | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (format === 'webp') return webpHead(file, view);
  return format === 'png' ? pngHead(view) : jpegHead(view);
}

function namesOf(formats: readonly ImageFormat[]): string {
  const names = formats.map((format) => formatNames[format]);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function startsWith(file: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => file[index] === byte);
}

function textAt(file: Uint8Array, at: number): string {
  return String.fromCharCode(...file.subarray(at, at + 4));
}

const cutOff: ImageHead = { width: 0, height: 0, whole: false };

// "IHDR"
const headerChunk = 0x49_48_44_52;

function pngHead(view: DataView): ImageHead {
  if (view.byteLength < 24 || view.getUint32(12) !== headerChunk) return cutOff;
  const isDeep = view.byteLength > 24 && view.getUint8(24) === 16;
  return { width: view.getUint32(16), height: view.getUint32(20), whole: true, isDeep };
}

/** Scans the segments up to the frame header (ITU T.81, B.1.1.3); without an end marker the file is cut off. */
function jpegHead(view: DataView): ImageHead {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return cutOff;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      const whole = endsAfter(view, at);
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), whole };
    } else {
      at += 2 + Math.max(2, view.getUint16(at + 2));
    }
  }
  return cutOff;
}

// C4, C8 and CC lie in the range of the frame markers, but are tables.
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function endsAfter(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at > from; at -= 1)
    if (view.getUint16(at) === 0xffd9) return true;
  return false;
}

/**
 * Reads the container's chunks (RFC 9649). An extended file declares the size of its canvas as well as of its image:
 * the larger counts, because that is what would be decoded. Animations are refused.
 */
function webpHead(file: Uint8Array, view: DataView): ImageHead | null {
  const whole = view.byteLength >= 30 && view.getUint32(4, true) + 8 <= view.byteLength;
  let [width, height] = [0, 0];
  for (let at = 12; at + 18 <= view.byteLength; ) {
    const kind = textAt(file, at);
    const size = webpChunkSize(kind, view, at + 8);
    if (size === 'animation') return null;
    width = Math.max(width, size.width);
    height = Math.max(height, size.height);
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return { width, height, whole };
}

const animationFlag = 0x02;

function webpChunkSize(kind: string, view: DataView, at: number) {
  switch (kind) {
    case 'VP8 ':
      return {
        width: view.getUint16(at + 6, true) & 0x3fff,
        height: view.getUint16(at + 8, true) & 0x3fff,
      };
    case 'VP8L': {
      const bits = view.getUint32(at + 1, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      if (view.getUint8(at) & animationFlag) return 'animation';
      return { width: threeBytes(view, at + 4) + 1, height: threeBytes(view, at + 7) + 1 };
    default:
      return { width: 0, height: 0 };
  }
}

function threeBytes(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
}
