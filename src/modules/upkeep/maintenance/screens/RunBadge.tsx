import { Badge } from '~/kit/ui/elements/Badge';

const faces = {
  waiting: ['gray', 'Waiting'],
  running: ['blue', 'Running'],
  done: ['green', 'Done'],
  wrong: ['red', 'Wrong'],
  failed: ['red', 'Failed'],
} as const;

export function RunBadge({ status }: { status: keyof typeof faces }) {
  const [color, word] = faces[status];
  return <Badge color={color}>{word}</Badge>;
}
