import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import type { Font, GlyphPosition, GlyphRun } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

// The copy that pdfkit uses: a module of the other kind would be another one.
const fontkit = createRequire(import.meta.url)('fontkit') as typeof Fontkit;

interface ShapedGlyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}

/** A run as pdfkit reads it, which scales its positions in place. */
type ShapedRun = { glyphs: ShapedGlyph[]; positions: GlyphPosition[] } & Pick<
  GlyphRun,
  'advanceWidth'
>;

export type ShapedFont = Omit<Font, 'layout'> & { layout: (text: string) => ShapedRun };

interface FontFormat {
  probe: (content: Uint8Array) => boolean;
  new (stream: { buffer: Uint8Array }): object;
}

declare module 'fontkit' {
  function registerFormat(format: FontFormat): void;
}

/** Adds a format that pdfkit's fonts may have. */
export const addFontFormat = (format: FontFormat) => fontkit.registerFormat(format);

/** A font that HarfBuzz shapes: fontkit fails at a mark without an anchor. Throws where the content is not a font. */
export function shapedFont(content: Buffer): ShapedFont {
  const font = fontkit.create(content);
  if ('fonts' in font) throw new Error('A collection of fonts is not a font of documents');
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(content)));
  // One for all texts: each has memory that only the garbage collector frees.
  const buffer = new harfbuzz.Buffer();
  return Object.assign(font, {
    layout(text: string): ShapedRun {
      buffer.reset();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      harfbuzz.shape(shaper, buffer);
      const positions = buffer.getGlyphPositions();
      return {
        glyphs: glyphsOf(text, buffer.getGlyphInfos(), { font, shaper }),
        positions,
        get advanceWidth() {
          return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
        },
      };
    },
  });
}

/** Each glyph with the letters that are read from it when the text is copied. */
function glyphsOf(
  text: string,
  shaped: readonly { codepoint: number; cluster: number }[],
  { font, shaper }: { font: Font; shaper: harfbuzz.Font },
): ShapedGlyph[] {
  const glyphs = shaped.map(({ codepoint: id, cluster }) => {
    const { advanceWidth } = font.getGlyph(id);
    return { id, cluster, advanceWidth, codePoints: [] as number[] };
  });
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  for (const [at, start] of starts.entries()) {
    const own = glyphs.filter(({ cluster }) => cluster === start);
    const letters = Array.from(
      text.slice(start, starts[at + 1]),
      (each) => each.codePointAt(0) ?? 0,
    );
    const joined = letters.filter((letter) => {
      const id = shaper.nominalGlyph(letter);
      const alone = own.find((glyph) => glyph.id === id && glyph.codePoints.length === 0);
      alone?.codePoints.push(letter);
      return !alone;
    });
    (own.find(({ codePoints }) => codePoints.length === 0) ?? own[0])?.codePoints.push(...joined);
  }
  return glyphs;
}
