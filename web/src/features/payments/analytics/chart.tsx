import type { ApexOptions } from 'apexcharts';
import 'apexcharts/dist/apexcharts.css';
import apexChart from 'react-apexcharts';
import type { ChartTheme } from './use-chart-theme';

type ChartProps = {
  type: 'area' | 'donut';
  height: number;
  series: NonNullable<ApexOptions['series']>;
  options: ApexOptions;
  chartTheme: ChartTheme;
};

// The package is CommonJS. Its default import is the whole exports object in the build, but the default export in the
// dev server.
const ReactApexChart = 'default' in apexChart ? (apexChart.default as typeof apexChart) : apexChart;

const ANIMATION_MS = 180;

// The library adds its styles unless it finds an element with this id. They come from its CSS file instead, because the
// content security policy forbids `<style>` elements (SEC-17).
const styles = document.createElement('meta');
styles.id = 'apexcharts-css';
document.head.append(styles);

/** The chart library with our theme. Loaded lazily with the charts that use it, because it is large. */
export function Chart({ type, height, series, options, chartTheme }: ChartProps) {
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
  // Remounted when the theme changes, because the library cannot change it on an existing chart.
  return (
    <ReactApexChart
      key={chartTheme.mode}
      type={type}
      height={height}
      width="100%"
      series={series}
      options={merged}
    />
  );
}
