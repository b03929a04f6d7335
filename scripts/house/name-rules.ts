import type { Problem } from './finding';
import { AREAS, type FileLocation } from './locations';
import { rolesOf } from './roles';
import { isKitSide, isOpen, MODULE_FOLDERS, foldersOn } from './folders';

const NOUN = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const COMPONENT = '(?:[A-Z][a-z0-9]*)+';
const HOOK = 'use(?:[A-Z][a-z0-9]*)+';
const ROOT_ROLES = rolesOf('root');
const ROOT_TESTS = rolesOf('root', 'tested');
const SERVER_ROLES = rolesOf('server');

interface NameRule {
  pattern: RegExp;
  allowed: string;
}

const NAMES: Readonly<Record<string, NameRule>> = {
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
  return [vagueProblem(location), barrelProblem(location), patternProblem(location)].filter(
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

/** What a area is for, and the drawings of all areas and of the kit's folders. */
function isGuide({ path }: FileLocation): boolean {
  const [, area = ''] = /^src\/modules\/(\w+)\/README\.md$/.exec(path) ?? [];
  return /^src\/(?:modules|kit)\/README\.md$/.test(path) || area in AREAS;
}

function patternProblem(location: FileLocation): Problem | null {
  if (location.layer === 'outside' || location.layer === 'app' || isGuide(location)) return null;
  if (location.layer === 'nowhere' || (location.layer === 'kit' && location.side === 'wiring')) {
    return {
      wrong: 'a file outside the three layers',
      why: 'where a file lies says where it runs',
      instead: 'move it to src/app, src/modules/<area>/<noun>, or src/kit/(shared|server|ui)',
    };
  }
  if (location.module !== null && !AREAS[location.area ?? '']?.includes(location.module)) {
    return {
      wrong: `'${location.area}/${location.module}' is not in the list of modules`,
      why: 'the stacking order decides who may import whom',
      instead:
        'draw it at its place in src/modules/README.md, or move the file to a module that exists',
    };
  }
  if (location.folder !== null && !foldersBeside(location).includes(location.folder))
    return folderProblem(location);
  if (location.folder === null && location.layer === 'kit' && !isOpenToAll(location))
    return looseProblem(location);
  const rule = NAMES[`${location.layer}/${location.side}`];
  if (rule === undefined || (rule.pattern.test(location.name) && !location.isTooDeep)) return null;
  return {
    wrong: `'${location.name}' has no known role in this folder`,
    why: 'what a file is called says what it does, and the list of roles is closed',
    instead: `use one of ${rule.allowed}, with no folders below; CONTRIBUTING.md lists the roles`,
  };
}

/** Files of a kit side outside its folders, which all folders may use. */
function isOpenToAll({ path, name }: FileLocation): boolean {
  const [, , side = ''] = path.split('/');
  return isKitSide(side) && isOpen(side, name.replace('.test.ts', '.ts'));
}

function looseProblem(location: FileLocation): Problem {
  return {
    wrong: `'${location.name}' lies in no folder`,
    why: 'files next to the folders are open to all folders and to everything above',
    instead: `put it into the folder that it belongs to: ${foldersBeside(location).join(', ')}`,
  };
}

function foldersBeside(location: FileLocation): readonly string[] {
  if (location.module !== null) return MODULE_FOLDERS[location.module] ?? [];
  const [, , top = ''] = location.path.split('/');
  return isKitSide(top) ? foldersOn(top).map(({ name }) => name) : [];
}

function folderProblem(location: FileLocation): Problem {
  const folders = foldersBeside(location);
  return {
    wrong: `'${location.folder}' is not in the list of folders`,
    why: 'which folders there are, and which may use which, is decided in one place',
    instead:
      folders.length === 0
        ? 'put the file next to its neighbours'
        : `use one of ${folders.join(', ')}, or list the folder in src/kit/README.md or scripts/house/folders.ts`,
  };
}
