import { ResizeFit, Transformer } from '@napi-rs/image';
import { AppError } from '~/kit/server/errors';
import { createLimiter } from '~/kit/server/limiter';
import type { ErrorCode } from '~/kit/shared/error-codes';
import {
  damagedImage,
  type ImageFault,
  imageFault,
  type ImageRequirements,
} from '~/kit/shared/images/image-files';

const conversions = createLimiter({
  running: 1,
  waiting: 20,
  each: 10,
  message: 'Too many images are being converted just now. Please try again in a moment.',
  retryAfterSeconds: 2,
});

interface Drawing extends ImageRequirements {
  /** Whose turn it is. */
  who: number;
  codeOf: (kind: ImageFault['kind']) => ErrorCode;
  draw: (image: Transformer) => Promise<Buffer>;
}

/**
 * An uploaded image drawn again, upright and without metadata, which could reveal where and when it was taken. 400 when
 * it is none or cannot be read to its end. Decodes in a worker thread, one image at a time.
 */
export async function drawAnew(file: Uint8Array, drawing: Drawing): Promise<Buffer> {
  const fault = imageFault(file, drawing);
  if (fault) throw refusal(drawing, fault);
  const drawn = await conversions.run(
    () => drawing.draw(new Transformer(file).rotate()).catch(() => null),
    { who: drawing.who },
  );
  if (!drawn) throw refusal(drawing, damagedImage(drawing.noun));
  return drawn;
}

function refusal({ noun, codeOf }: Drawing, { kind, message }: ImageFault): AppError {
  const details = [{ field: noun, message }];
  return new AppError(codeOf(kind), message, { details });
}

/** A drawing of our own as a PNG file. */
export async function pngOf(svg: string): Promise<Buffer> {
  return Transformer.fromSvg(svg).png();
}

/** Cut to a square of so many pixels. */
export function squared(image: Transformer, side: number): Transformer {
  return image.resize({ width: side, height: side, fit: ResizeFit.Cover });
}

/** Scaled down to so many pixels a side where it is larger. */
export async function within(image: Transformer, side: number): Promise<Transformer> {
  const { width, height } = await image.metadata();
  if (width <= side && height <= side) return image;
  return image.resize({ width: side, height: side, fit: ResizeFit.Inside });
}
