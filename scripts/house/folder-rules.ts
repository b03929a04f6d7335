import type { Problem } from './finding';
import type { FileLocation } from './locations';
import { isKitSide, type KitSide, type Folder, foldersOn } from './folders';

export function folderImportProblem(from: FileLocation, to: FileLocation): Problem | null {
  const side = kitSide(to);
  const folder = side && foldersOn(side).find(({ name }) => name === to.folder);
  if (!side || !folder) return null;
  const isBeside = kitSide(from) === side;
  if (isBeside && from.folder === to.folder) return null;
  return (
    testingProblem(from, to) ??
    publicProblem(to, folder) ??
    (isBeside && !from.isTest ? orderProblem(from, to, foldersOn(side)) : null)
  );
}

function kitSide(location: FileLocation): KitSide | null {
  const [, , side = ''] = location.path.split('/');
  return location.layer === 'kit' && isKitSide(side) ? side : null;
}

function testingProblem(from: FileLocation, to: FileLocation): Problem | null {
  const isForTests = from.isTest || from.role === 'builders' || from.name.startsWith('test-');
  if (to.folder !== 'testing' || isForTests) return null;
  return {
    wrong: `${from.path} imports ${to.path}, which is for tests`,
    why: 'the product that customers run does not depend on code for tests',
    instead: 'move what is needed into another folder of the kit',
  };
}

function publicProblem(to: FileLocation, { publicFiles }: Folder): Problem | null {
  if (publicFiles === 'all' || publicFiles.includes(to.name)) return null;
  return {
    wrong: `${to.path} is not a public file of its folder`,
    why: 'the inside of a folder can change only while nothing outside uses it',
    instead: `use one of its public files (${publicFiles.join(', ')}), or make it one in src/kit/README.md`,
  };
}

function orderProblem(
  from: FileLocation,
  to: FileLocation,
  folders: readonly Folder[],
): Problem | null {
  const names = folders.map(({ name }) => name);
  const here = from.folder === null ? -1 : names.indexOf(from.folder);
  const there = to.folder === null ? -1 : names.indexOf(to.folder);
  if (there < here) return null;
  return {
    wrong: `${from.folder ?? 'an open file'} imports from ${to.folder} (${to.path}), which is stacked above it`,
    why: `each folder may import only from those before it (${names.join(', ')}), so that it can be read without the rest`,
    instead: 'move what both need into the lower folder, or take it as an argument',
  };
}
