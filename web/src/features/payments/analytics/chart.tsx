import type { ApexOptions } from 'apexcharts';
import 'apexcharts/dist/apexcharts.css';
import { useMemo } from 'react';
import apexChart from 'react-apexcharts';
import { AMOUNT_MASK, useAreAmountsHidden } from '@/lib/amounts';
import { useChartTheme, type ChartTheme } from './use-chart-theme';

/** Formats an amount, or masks it. */
export type FormatAmount = (cents: number, format: (cents: number) => string) => string;

type ChartProps<Data> = {
  type: 'area' | 'donut';
  height: number;
  data: Data;
  seriesOf: (data: Data) => NonNullable<ApexOptions['series']>;
  optionsOf: (data: Data, chartTheme: ChartTheme, formatAmount: FormatAmount) => ApexOptions;
};

// The package is CommonJS. Its default import is the whole exports object in the build, but the default export in the
// dev server.
const ReactApexChart = 'default' in apexChart ? (apexChart.default as typeof apexChart) : apexChart;

const ANIMATION_MS = 180;

// The library adds a `<style>` element unless it finds an element with this id. The content security policy forbids
// `<style>` elements (SEC-17), so this file imports the library's CSS file instead.
const styles = document.createElement('meta');
styles.id = 'apexcharts-css';
document.head.append(styles);

/** The chart library with our theme. Loaded lazily with the charts that use it, because it is large. */
export function Chart<Data>({ type, height, data, seriesOf, optionsOf }: ChartProps<Data>) {
  const chartTheme = useChartTheme();
  const areHidden = useAreAmountsHidden();
  const series = useMemo(() => seriesOf(data), [seriesOf, data]);
  const options = useMemo(
    () => optionsOf(data, chartTheme, (cents, format) => (areHidden ? AMOUNT_MASK : format(cents))),
    [optionsOf, data, chartTheme, areHidden],
  );
  const merged: ApexOptions = {
    ...options,
    chart: {
      background: 'transparent',
      fontFamily: 'inherit',
      foreColor: chartTheme.ink,
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: {
        enabled: chartTheme.isAnimated,
        speed: ANIMATION_MS,
        dynamicAnimation: { enabled: false },
      },
    },
    dataLabels: { enabled: false },
    legend: { show: false },
    theme: { mode: chartTheme.mode },
    states: { active: { filter: { type: 'none' } } },
  };
  // The key remounts the chart when the theme or the masking changes, because the library cannot change either on an
  // existing chart.
  return (
    <ReactApexChart
      key={`${chartTheme.mode} ${areHidden}`}
      type={type}
      height={height}
      width="100%"
      series={series}
      options={merged}
    />
  );
}
