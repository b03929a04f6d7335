import { type Day, formatDay } from '~/kit/shared/time/days';

/**
 * What is known on this day of what runs inside (docs/security.md#what-runs-inside): the newest PostgreSQL of each major
 * version that may be built in, and the last day on which a Node.js gets fixes.
 */
export const allReleases: Releases = {
  on: '2026-11-25',
  postgres: { 18: '18.6' },
  nodeEnds: { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' },
};

export interface Releases {
  on: Day;
  postgres: Readonly<Record<number, string>>;
  nodeEnds: Readonly<Record<number, Day>>;
}

interface Inside {
  /** Such as "18.4"; null where DATABASE_URL names another server. */
  postgres: string | null;
  /** Such as "20.20.2". */
  node: string;
  today: Day;
}

/** One line that names what runs inside and is behind; null where nothing is. */
export function behindLine(
  { postgres, node, today }: Inside,
  { on, postgres: newest, nodeEnds }: Releases = allReleases,
): string | null {
  const major = majorOf(node);
  const end = nodeEnds[major];
  const fixed = postgres === null ? undefined : newest[majorOf(postgres)];
  const parts = [
    ...(postgres !== null && fixed !== undefined && isOlder(postgres, fixed)
      ? [
          `built-in PostgreSQL ${postgres} lacks the security fixes of ${fixed} (as of ${formatDay(on)})`,
        ]
      : []),
    ...(end !== undefined && end < today
      ? [`Node.js ${major} has had no fixes since ${formatDay(end)}`]
      : []),
  ];
  if (parts.length === 0) return null;
  return `Behind: ${parts.join('; ')}. See "What runs inside" in docs/security.md.`;
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

/** Of two versions of one major, such as "18.4" and "18.10". */
function isOlder(version: string, other: string): boolean {
  const minor = (text: string) => Number(text.split('.')[1] ?? 0);
  return minor(version) < minor(other);
}
