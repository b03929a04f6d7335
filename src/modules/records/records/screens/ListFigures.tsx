import type { Figure } from '~/kit/shared/filters/figures';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { Computed } from '~/kit/ui/records/computed';
import type { Identified, List } from '~/kit/ui/records/list-store';
import { type StatCard, StatCards } from '~/kit/ui/elements/StatCards';
import { filteredCount, type RecordList } from '~/kit/ui/list/useRecordList';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';

type Text = Pick<StatCard, 'label' | 'tooltip'>;

interface FigureCard<Name> extends Text {
  of: Name;
  /** In rupees. */
  isMoney?: true;
  /** Colours a value above zero. */
  tone?: StatCard['tone'];
}

/** The cards above a list: a figure by its name, or a value from elsewhere. */
export type FigureCards<Name extends string> = readonly (
  | FigureCard<Name>
  | (Text & Pick<StatCard, 'value'>)
)[];

interface Props<Row extends Identified, Name extends string> {
  list: RecordList<Row>;
  cards: FigureCards<Name>;
}

interface WholeProps<Row extends Identified, Name extends string> extends Props<Row, Name> {
  records: Pick<List<Row>, 'rows' | 'state'>;
  of: Readonly<Record<Name, Figure<Row>>>;
}

/** The figures above a list that is here whole. */
export function ListFigures<Row extends Identified, Name extends string>({
  records: { rows, state },
  of,
  ...props
}: WholeProps<Row, Name>) {
  return <ComputedFigures {...props} figures={{ data: useFiguresOf(rows, of), state }} />;
}

interface ComputedProps<Row extends Identified, Name extends string> extends Props<Row, Name> {
  figures: Pick<Computed<Readonly<Record<Name, number>>>, 'data' | 'state'>;
}

/** The figures above a list; the first card says how many rows the filters leave. */
export function ComputedFigures<Row extends Identified, Name extends string>({
  list,
  cards,
  figures: { data, state },
}: ComputedProps<Row, Name>) {
  const shown = filteredCount(list);
  const written = cards.map((card, at) => ({
    ...(at === 0 && shown !== null ? { hint: `(${formatNumber(shown)} shown)` } : {}),
    ...('of' in card ? cardOf(card, data?.[card.of] ?? 0) : card),
  }));
  return <StatCards state={state} cards={written} />;
}

function cardOf({ of: _, isMoney, tone, ...text }: FigureCard<string>, value: number): StatCard {
  return {
    ...text,
    value: isMoney ? formatMoney(value, 'INR') : formatNumber(value),
    ...(tone && value > 0 ? { tone } : {}),
  };
}
