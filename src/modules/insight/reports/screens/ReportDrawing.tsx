import { Skeleton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { loaderOf } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import type { ReportChart as Chart } from './ReportChart';

/** Loads the chart library, which is as large as all other code of a report's page. */
export const loadChart = loaderOf(() => import('./ReportChart'));

const ReportChart = ownFile(async () => (await loadChart()).ReportChart);

/** A report's chart, which comes with its library. */
export function ReportDrawing(chart: ComponentProps<typeof Chart>) {
  const coming = <Skeleton height={300} radius="md" role="status" aria-label="Loading chart" />;
  return <ReportChart coming={coming} {...chart} />;
}
