import { expect, it } from 'vitest';
import { behindLine, allReleases } from './releases';

const releases = {
  on: '2026-11-25',
  postgres: { 18: '18.10' },
  nodeEnds: { 20: '2026-04-30', 24: '2028-04-30' },
};
const postgres = 'built-in PostgreSQL 18.4 lacks the security fixes of 18.10 (as of 25 Nov 2026)';
const node = 'Node.js 20 has had no fixes since 30 Apr 2026';

it.each([
  [{ postgres: '18.4', node: '24.1.0', today: '2026-11-26' }, [postgres]],
  [{ postgres: '18.4', node: '20.20.2', today: '2026-11-26' }, [postgres, node]],
  [{ postgres: '18.10', node: '20.20.2', today: '2026-05-01' }, [node]],
  [{ postgres: null, node: '20.19.0', today: '2026-05-01' }, [node]],
  [{ postgres: '18.10', node: '20.20.2', today: '2026-04-30' }, []],
  [{ postgres: '18.11', node: '24.1.0', today: '2026-11-26' }, []],
  [{ postgres: '19.0', node: '26.0.0', today: '2026-11-26' }, []],
])('says of %j what is behind: %j', (inside, parts) => {
  const line = behindLine(inside, releases);
  if (parts.length === 0) expect(line).toBeNull();
  else
    expect(line).toBe(`Behind: ${parts.join('; ')}. See "What runs inside" in docs/security.md.`);
});

it('knows the end of each Node.js that the product runs on', async () => {
  const { default: own } = await import('../../../package.json');
  const majors = own.engines.node.match(/\^\d+/g)?.map((each) => Number(each.slice(1)));
  expect(Object.keys(allReleases.nodeEnds).map(Number)).toEqual(majors);
});
