import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface Props {
  target: RefObject<HTMLElement | null>;
  text: string;
  isOpen: boolean;
}

/** What a figure means, next to its button. In its own file, since what places it is larger than a screen of figures. */
export default function AboutTip({ target, text, isOpen }: Props) {
  return <Tooltip target={target} opened={isOpen} label={text} multiline maw={280} />;
}
