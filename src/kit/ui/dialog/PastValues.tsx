import { valueOf } from '~/kit/shared/fields/custom';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '~/kit/shared/time/days';
import type { PastRecord } from '~/kit/shared/history';
import { api } from '~/kit/ui/calls/api';
import { HistoryValue, type PastProps } from './HistoryValue';
import classes from './RecordHistory.module.css';

const unshown = new Set(['id', 'created_by']);

/** The record as it was at a moment: each of its fields that had a value. */
export function PastValues(props: PastProps & { at: string; day: string }) {
  const { path, version, fields, timeZone, at, day } = props;
  const { data, error } = useQuery({
    queryKey: ['past', path, at, version],
    queryFn: () => api.get<PastRecord>(`/history${path}?at=${at}`),
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p role="status">Loading earlier version...</p>;
  const own = Object.entries(fields).filter(
    ([name, { kind }]) =>
      !unshown.has(name) && kind !== 'custom' && (valueOf(data, name) ?? null) !== null,
  );
  return (
    <>
      <p className={classes.who}>
        <strong>At the end of {formatDay(day)}</strong>
      </p>
      <dl className={classes.changes} aria-label={`At the end of ${formatDay(day)}`}>
        {own.map(([name, field]) => (
          <div key={name}>
            <dt>{field.label}</dt>
            <dd>
              <HistoryValue
                field={field}
                value={data.names[name] ?? valueOf(data, name)}
                timeZone={timeZone}
              />
            </dd>
          </div>
        ))}
        {Object.entries(data).map(([name, value]) =>
          Array.isArray(value) ? (
            <div key={name}>
              <dt>{labelOfLines(name)}</dt>
              <dd>
                <HistoryValue field={undefined} value={value} timeZone={timeZone} />
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  );
}

function labelOfLines(name: string): string {
  if (name === 'items') return 'Lines';
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
}
