import type { Problem } from './finding';
import type { FileLocation } from './locations';
import { isKitSide, type KitSide, type Room, roomsOn } from './rooms';

export function roomImportProblem(from: FileLocation, to: FileLocation): Problem | null {
  const side = kitSide(to);
  const room = side && roomsOn(side).find(({ name }) => name === to.room);
  if (!side || !room) return null;
  const isBeside = kitSide(from) === side;
  if (isBeside && from.room === to.room) return null;
  return (
    testingProblem(from, to) ??
    doorProblem(to, room) ??
    (isBeside && !from.isTest ? orderProblem(from, to, roomsOn(side)) : null)
  );
}

function kitSide(location: FileLocation): KitSide | null {
  const [, , side = ''] = location.path.split('/');
  return location.floor === 'kit' && isKitSide(side) ? side : null;
}

function testingProblem(from: FileLocation, to: FileLocation): Problem | null {
  const isForTests = from.isTest || from.role === 'builders' || from.name.startsWith('test-');
  if (to.room !== 'testing' || isForTests) return null;
  return {
    wrong: `${from.path} imports ${to.path}, which is for tests`,
    why: 'the product that customers run does not depend on code for tests',
    instead: 'move what is needed into another room of the kit',
  };
}

function doorProblem(to: FileLocation, { doors }: Room): Problem | null {
  if (doors === 'all' || doors.includes(to.name)) return null;
  return {
    wrong: `${to.path} is not a door of its room`,
    why: 'the inside of a room can change only while nothing outside uses it',
    instead: `use one of its doors (${doors.join(', ')}), or make it one in src/kit/README.md`,
  };
}

function orderProblem(
  from: FileLocation,
  to: FileLocation,
  rooms: readonly Room[],
): Problem | null {
  const names = rooms.map(({ name }) => name);
  const here = from.room === null ? -1 : names.indexOf(from.room);
  const there = to.room === null ? -1 : names.indexOf(to.room);
  if (there < here) return null;
  return {
    wrong: `${from.room ?? 'the ground'} imports from ${to.room} (${to.path}), which is stacked above it`,
    why: `each room may import only from those before it (${names.join(', ')}), so that it can be read without the rest`,
    instead: 'move what both need into the lower room, or take it as an argument',
  };
}
