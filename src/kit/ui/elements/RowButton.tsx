import { Button } from '@mantine/core';

interface Props {
  verb: string;
  /** What it acts on, for screen readers. */
  name: string;
  onClick: () => void;
  isRed?: boolean;
}

/** A small button of a row, next to others. */
export function RowButton({ verb, name, onClick, isRed = false }: Props) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${verb} ${name}`}
      onClick={onClick}
      {...(isRed ? { color: 'red' } : {})}
    >
      {verb}
    </Button>
  );
}
