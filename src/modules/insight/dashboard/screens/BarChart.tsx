import type { CSSProperties } from 'react';
import { cutText } from '~/kit/shared/fields/cut-text';
import { formatNumber } from '~/kit/shared/money/numbers';
import classes from './BarChart.module.css';

export interface Bar {
  key: number;
  label: string;
  value: number;
  /** `0%` to `100%`: the strength of the bar's colour. */
  depth: string;
}

interface Props {
  bars: readonly Bar[];
  /** In measured pixels: a scaled drawing would scale its text too. */
  width: number;
  height: number;
  at: number | null;
  onPoint: (index: number) => void;
}

const room = { top: 24, right: 8, bottom: 28 };
const widestBar = 64;
const letterWidth = 5.6;
const digitWidth = 7.5;

/** Vertical bars on a scale from 0. It is only a picture: the caller must provide the figures as text too. */
export function BarChart({ bars, width, height, at, onPoint }: Props) {
  const ticks = ticksOf(Math.max(...bars.map((bar) => bar.value)));
  const top = ticks.at(-1) ?? 1;
  const left = 16 + widthOf(top);
  const base = height - room.bottom;
  const band = (width - left - room.right) / bars.length;
  const yOf = (value: number): number => base - ((base - room.top) * value) / top;
  return (
    <svg className={classes.chart} width={width} height={height} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick} className={classes.tick}>
          <line x1={left} x2={width - room.right} y1={yOf(tick)} y2={yOf(tick)} />
          <text x={left - 8} y={yOf(tick)} dy="0.35em" textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <Column
          key={bar.key}
          bar={bar}
          x={left + band * index}
          band={band}
          y={yOf(bar.value)}
          base={base}
          isPointedAt={index === at}
          onPoint={() => onPoint(index)}
        />
      ))}
    </svg>
  );
}

interface ColumnProps {
  bar: Bar;
  x: number;
  y: number;
  base: number;
  band: number;
  isPointedAt: boolean;
  onPoint: () => void;
}

function Column({ bar, x, y, base, band, isPointedAt, onPoint }: ColumnProps) {
  const barWidth = Math.min(widestBar, band * 0.64);
  const middle = x + band / 2;
  const letters = Math.floor((band - 6) / letterWidth);
  return (
    <g data-at={isPointedAt || undefined} onPointerEnter={onPoint}>
      <rect className={classes.band} x={x} y={room.top} width={band} height={base - room.top} />
      <path
        className={classes.bar}
        style={{ '--depth': bar.depth } as CSSProperties}
        d={roundedTop(middle - barWidth / 2, y, barWidth, base - y)}
      />
      {widthOf(bar.value) < band ? (
        <text className={classes.value} x={middle} y={y - 8} textAnchor="middle">
          {formatNumber(bar.value)}
        </text>
      ) : null}
      {letters >= 4 ? (
        <text className={classes.label} x={middle} y={base + 18} textAnchor="middle">
          {shortened(bar.label, letters)}
        </text>
      ) : null}
    </g>
  );
}

function widthOf(value: number): number {
  return formatNumber(value).length * digitWidth;
}

function roundedTop(x: number, y: number, width: number, barHeight: number): string {
  const radius = Math.min(4, barHeight, width / 2);
  return `M${x},${y + barHeight} v${radius - barHeight} q0,${-radius} ${radius},${-radius}
    h${width - 2 * radius} q${radius},0 ${radius},${radius} v${barHeight - radius} z`;
}

/** The ellipsis takes the room of two letters. */
function shortened(text: string, letters: number): string {
  return text.length <= letters ? text : `${cutText(text, letters - 2).trimEnd()}…`;
}

/** Whole numbers from 0 to at least `highest`: at most six, in steps of 1, 2 or 5 times a power of ten. */
function ticksOf(highest: number): number[] {
  const rough = Math.max(1, highest / 5);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
