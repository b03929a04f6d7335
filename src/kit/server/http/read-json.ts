import type { FastifyInstance } from 'fastify';
import { AppError } from '~/kit/server/errors';

/** Far more than any call takes; what walks a value by recursion breaks off at some thousands. */
const deepest = 64;

/** Reads bodies of `application/json`; 400 for what is none or is nested deeper than `deepest` (docs/product/wire.md#limits). */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') return done(null, undefined);
    if (isDeep(text, deepest)) return done(tooDeep());
    return parse(request, text, done);
  });
}

function tooDeep(): AppError {
  const sentence = `The body is nested too deeply. Send at most ${deepest} levels.`;
  return new AppError('request.malformed_json', 400, sentence);
}

/** Whether a text of JSON has more than `most` levels of arrays and objects; looks at each character once. */
export function isDeep(text: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inText = !inText;
    else if (inText) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > most) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}
