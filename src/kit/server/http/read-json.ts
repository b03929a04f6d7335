import type { FastifyInstance } from 'fastify';
import { AppError } from '~/kit/server/errors';

/** Far more than any call takes. Recursive functions overflow the stack at some thousands of levels. */
const most = { levels: 64, names: 1000, values: 20_000 };

const messages = {
  levels: `The body is nested too deeply. Send at most ${most.levels} levels.`,
  names: `The body has too many fields. Send at most ${most.names} in one object.`,
  values: `The body has too many values. Send at most ${most.values} in one list.`,
};

/**
 * Reads bodies of `application/json`; 400 for malformed JSON and for too many levels, names in an object or values in an array
 * (docs/product/wire.md#limits). Validation writes a message for each wrong value, so their number must be limited before.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') return done(null, undefined);
    const excess = excessOf(text, most);
    if (excess) return done(new AppError('request.malformed_json', messages[excess]));
    return parse(request, text, done);
  });
}

/** Whether a JSON text of another server keeps the same limits. */
export function isWithinLimits(text: string): boolean {
  return excessOf(text, most) === null;
}

/** The first limit that a JSON text exceeds; null if none. Takes time in proportion to the text. */
export function excessOf(text: string, limits: typeof most): keyof typeof most | null {
  const open: { isArray: boolean; count: number }[] = [];
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inText = !inText;
    else if (inText) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') {
      if (open.length === limits.levels) return 'levels';
      open.push({ isArray: character === '[', count: 0 });
    } else if (character === ']' || character === '}') open.pop();
    else if (character === ':' || character === ',') {
      const inner = open.at(-1);
      if (!inner || inner.isArray !== (character === ',')) continue;
      inner.count += 1;
      if (inner.isArray && inner.count >= limits.values) return 'values';
      if (!inner.isArray && inner.count > limits.names) return 'names';
    }
  }
  return null;
}
