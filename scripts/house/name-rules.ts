import type { Problem } from './finding';
import { WINGS, type FileLocation } from './locations';
import { rolesOf } from './roles';
import { isGround, isKitSide, MODULE_ROOMS, roomsOn } from './rooms';

const NOUN = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const COMPONENT = '(?:[A-Z][a-z0-9]*)+';
const HOOK = 'use(?:[A-Z][a-z0-9]*)+';
const ROOT_ROLES = rolesOf('root');
const ROOT_TESTS = rolesOf('root', 'tested');
const SERVER_ROLES = rolesOf('server');

interface Shelf {
  pattern: RegExp;
  allowed: string;
}

const SHELVES: Readonly<Record<string, Shelf>> = {
  'modules/root': {
    pattern: new RegExp(
      `^${NOUN}\\.(?:${ROOT_ROLES.join('|')}|(?:${ROOT_TESTS.join('|')})\\.test)\\.ts$`,
    ),
    allowed: `noun.(${ROOT_ROLES.join('|')}).ts and noun.(${ROOT_TESTS.join('|')}).test.ts`,
  },
  'modules/server': {
    pattern: new RegExp(
      `^${NOUN}(?:\\.(?:${SERVER_ROLES.join('|')})|(?:\\.[a-z-]+)*\\.test)\\.ts$`,
    ),
    allowed: `noun.(${SERVER_ROLES.join('|')}).ts, noun.api.test.ts and noun.test.ts`,
  },
  'modules/screens': {
    pattern: new RegExp(
      `^(?:${COMPONENT}\\.tsx|${COMPONENT}\\.module\\.css|${HOOK}(?:\\.test)?\\.ts|${NOUN}\\.client\\.ts)$`,
    ),
    allowed:
      'PascalCase.tsx, PascalCase.module.css, useThing.ts, useThing.test.ts and noun.client.ts',
  },
  'kit/root': {
    pattern: new RegExp(`^${NOUN}(?:\\.test)?\\.ts$`),
    allowed: 'kebab-case.ts and kebab-case.test.ts',
  },
  'kit/server': {
    pattern: new RegExp(`^${NOUN}(?:(?:\\.api)?\\.test)?\\.ts$`),
    allowed: 'kebab-case.ts, kebab-case.test.ts and kebab-case.api.test.ts',
  },
  'kit/screens': {
    pattern: new RegExp(
      `^(?:${COMPONENT}\\.tsx|[a-z][a-zA-Z0-9]*(?:-[a-z0-9]+)*(?:\\.test)?\\.ts|${COMPONENT}\\.module\\.css|(?:base|tokens)\\.css)$`,
    ),
    allowed:
      'PascalCase.tsx, camelCase.ts or kebab-case.ts with their .test.ts, PascalCase.module.css, and base.css and tokens.css',
  },
};

const VAGUE = /^(utils?|helpers?|common|types|misc)$/i;
const VAGUE_ENDING = /-(?:utils?|helpers?)$|[a-z0-9](?:Utils?|Helpers?)$/;

export function nameProblems(location: FileLocation): Problem[] {
  return [vagueProblem(location), barrelProblem(location), shelfProblem(location)].filter(
    (problem) => problem !== null,
  );
}

function vagueProblem(location: FileLocation): Problem | null {
  const message = location.path.split('/').flatMap((part) => part.split('.'));
  const word = message.find((part) => VAGUE.test(part) || VAGUE_ENDING.test(part));
  if (word === undefined) return null;
  return {
    wrong: `'${word}' says nothing about what is in it`,
    why: 'what cannot be named is not a file yet, and such files collect everything',
    instead: 'name it after the thing it is about, or put each part next to its only user',
  };
}

function barrelProblem(location: FileLocation): Problem | null {
  return /^index\.[cm]?[jt]sx?$/.test(location.name) ? barrel('an index file') : null;
}

/** What is wrong with a file that only passes others on. */
export function barrel(wrong: string): Problem {
  return {
    wrong,
    why: 'a barrel hides who uses what and makes import cycles',
    instead: 'import from the file that holds it',
  };
}

/** What a wing is for, and the drawings of all wings and of the kit's rooms. */
function isGuide({ path }: FileLocation): boolean {
  const [, wing = ''] = /^src\/modules\/(\w+)\/README\.md$/.exec(path) ?? [];
  return /^src\/(?:modules|kit)\/README\.md$/.test(path) || wing in WINGS;
}

function shelfProblem(location: FileLocation): Problem | null {
  if (location.floor === 'outside' || location.floor === 'app' || isGuide(location)) return null;
  if (location.floor === 'nowhere' || (location.floor === 'kit' && location.side === 'wiring')) {
    return {
      wrong: 'a file outside the three floors',
      why: 'where a file lies says where it runs',
      instead: 'move it to src/app, src/modules/<wing>/<noun>, or src/kit/(shared|server|ui)',
    };
  }
  if (location.module !== null && !WINGS[location.wing ?? '']?.includes(location.module)) {
    return {
      wrong: `'${location.wing}/${location.module}' is not in the list of modules`,
      why: 'the stacking order decides who may import whom',
      instead:
        'draw it at its place in src/modules/README.md, or move the file to a module that exists',
    };
  }
  if (location.room !== null && !roomsBeside(location).includes(location.room))
    return roomProblem(location);
  if (location.room === null && location.floor === 'kit' && !isOnGround(location))
    return groundProblem(location);
  const shelf = SHELVES[`${location.floor}/${location.side}`];
  if (shelf === undefined || (shelf.pattern.test(location.name) && !location.isTooDeep))
    return null;
  return {
    wrong: `'${location.name}' has no known role in this folder`,
    why: 'what a file is called says what it does, and the list of roles is closed',
    instead: `use one of ${shelf.allowed}, with no folders below; CONTRIBUTING.md lists the roles`,
  };
}

/** Files of a kit side outside its rooms, which all rooms may use. */
function isOnGround({ path, name }: FileLocation): boolean {
  const [, , side = ''] = path.split('/');
  return isKitSide(side) && isGround(side, name.replace('.test.ts', '.ts'));
}

function groundProblem(location: FileLocation): Problem {
  return {
    wrong: `'${location.name}' lies in no room`,
    why: 'files next to the rooms are open to all rooms and to everything above',
    instead: `put it into the room that it belongs to: ${roomsBeside(location).join(', ')}`,
  };
}

function roomsBeside(location: FileLocation): readonly string[] {
  if (location.module !== null) return MODULE_ROOMS[location.module] ?? [];
  const [, , top = ''] = location.path.split('/');
  return isKitSide(top) ? roomsOn(top).map(({ name }) => name) : [];
}

function roomProblem(location: FileLocation): Problem {
  const rooms = roomsBeside(location);
  return {
    wrong: `'${location.room}' is not in the list of rooms`,
    why: 'which rooms there are, and which may use which, is decided in one place',
    instead:
      rooms.length === 0
        ? 'put the file next to its neighbours'
        : `use one of ${rooms.join(', ')}, or list the room in src/kit/README.md or scripts/house/rooms.ts`,
  };
}
