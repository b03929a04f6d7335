import type { Located } from './finding';

/** Parts of names that a reader has to guess, with what to write instead; names with `_` are those of the wire and the database. */
const REFUSED: Readonly<Record<string, string>> = {
  answer: 'response, result',
  answers: 'responses, results',
  asked: 'query, question, request, openDialog',
  begun: 'started',
  deed: 'operation, action, entry',
  deeds: 'operations, actions, entries',
  desk: 'fixture',
  doomed: 'recordToDelete',
  elsewhere: 'what it is: otherClient, otherPage',
  facts: 'options, details, the data of the rule',
  fineness: 'unitDecimals',
  gate: 'limiter',
  hands: 'callbacks',
  hear: 'receive, listener',
  heard: 'received',
  hearer: 'listener',
  hearers: 'listeners',
  kept: 'stored, cached',
  known: 'existing, cached',
  made: 'created',
  mend: 'fixIn',
  mended: 'corrected, fixed',
  nobody: 'anonymous',
  nudge: 'trigger',
  place: 'position, location',
  places: 'positions, locations',
  said: 'sent, message',
  say: 'print, describe',
  sentence: 'message',
  sentences: 'messages',
  standing: 'state',
  stranger: 'outsider',
  strangers: 'outsiders',
  stuck: 'blocked',
  tell: 'notify',
  told: 'notified, message, withErrorToast',
  twin: 'duplicate',
  twins: 'duplicates',
  wanted: 'requested, query, options',
  wish: 'request',
  words: 'texts, terms',
};

/** Names where such a part is right: terms of GST, ordinary English, and what browsers and calls have stored or sent. */
const RIGHT =
  /^(?:(?:to|from)Place|(?:[pP]laceOf)?[sS]upply(?:Of|Place\w*)?|\w*InPlace|\w*InWords|WORDS)$/;
const RIGHT_IN: Readonly<Record<string, RegExp>> = {
  sentence: /\/kit\/ui\/\w+\/[wW]aiting|\/users\/providers\//,
  stuck: /\/kit\/ui\/\w+\/[wW]aiting/,
  words: /\/kit\/ui\/\w+\/(?:[wW]aiting|saveCell)/,
  answer: /\/kit\/server\/database\/context/,
  gate: /^lab\/bench/,
  facts: /\/timeline\/server\/timeline\.queries/,
};
const NAME = /(?<![\w$-])[A-Za-z$][\w$]*/g;
const OWN = 'scripts/house/identifiers';
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** Names in the code of a file that contain a refused word. */
export function identifierProblems(path: string, code: string): Located[] {
  if (path.startsWith(OWN)) return [];
  return [...code.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    if (name.includes('_') || RIGHT.test(name)) return [];
    const part = name
      .match(PART)
      ?.find((each) => Object.hasOwn(REFUSED, each.toLowerCase()))
      ?.toLowerCase();
    if (part === undefined || RIGHT_IN[part]?.test(path)) return [];
    const problem = {
      wrong: `the name ${name}`,
      why: 'a name says what the thing is, by a noun or verb of the field',
      instead: `write: ${REFUSED[part]}`,
    };
    return [{ offset: index, problem }];
  });
}
