import type { Config } from '../config/config.js';
import { setTracer } from './tracing.js';

/**
 * Starts tracing if a collector is configured. Returns a function that sends the remaining spans and stops.
 * OpenTelemetry is loaded only here, so it costs nothing without a collector.
 */
export async function startTracing(
  { traces }: Pick<Config, 'traces'>,
  program: 'api' | 'worker',
): Promise<() => Promise<void>> {
  if (traces === null) return () => Promise.resolve();
  const { OtlpTracer } = await import('./otlp-tracer.js');
  const tracer = new OtlpTracer(traces, `moniker-${program}`);
  setTracer(tracer);
  return () => {
    setTracer(null);
    return tracer.close();
  };
}
