type Point = { postedCents: number; availableCents: number };

/** The viewBox; the chart is stretched to the page width. */
export const CHART = { width: 1000, height: 100 } as const;

/** Space above the highest and below the lowest balance. */
const MARGIN = 6;

/** SVG paths of the balances as step lines, on a scale that always includes zero. */
export function balancePaths(points: readonly Point[]): { posted: string; available: string; zeroY: number } {
  const values = points.flatMap(({ postedCents, availableCents }) => [postedCents, availableCents]);
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const span = high - low || 1;
  const y = (cents: number) => round(MARGIN + ((high - cents) / span) * (CHART.height - 2 * MARGIN));
  const columns = Math.max(points.length - 1, 1);
  const path = (valueOf: (point: Point) => number) =>
    points
      .map((point, index) => {
        const x = round((index / columns) * CHART.width);
        return index === 0 ? `M${x} ${y(valueOf(point))}` : `H${x}V${y(valueOf(point))}`;
      })
      .join('');
  return {
    posted: path(({ postedCents }) => postedCents),
    available: path(({ availableCents }) => availableCents),
    zeroY: y(0),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
