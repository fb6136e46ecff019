import {
  freePort,
  startApi,
  startApiProcess,
  startWorker,
  type RunningApi,
  type RunningApiProcess,
  type RunningProgram,
} from '../harness/index.js';
import type { StartOptions } from '../harness/api.js';

/** A program with the URL of its operators' port. */
export type WithOperationsPort<Program extends RunningProgram> = Program & { readonly operationsUrl: string };

export const startApiWithOperationsPort = (options: StartOptions): Promise<WithOperationsPort<RunningApi>> =>
  withOperationsPort(startApi, options);

export const startApiProcessWithOperationsPort = (
  options: StartOptions,
): Promise<WithOperationsPort<RunningApiProcess>> => withOperationsPort(startApiProcess, options);

export const startWorkerWithOperationsPort = (
  options: StartOptions,
): Promise<WithOperationsPort<RunningProgram>> => withOperationsPort(startWorker, options);

async function withOperationsPort<Program extends RunningProgram>(
  start: (options: StartOptions) => Promise<Program>,
  options: StartOptions,
): Promise<WithOperationsPort<Program>> {
  const port = await freePort();
  const program = await start({ ...options, env: { ...options.env, METRICS_PORT: String(port) } });
  return Object.assign(program, { operationsUrl: `http://127.0.0.1:${port}` });
}

/** A sample from `/metrics`. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export async function fetchMetrics({ operationsUrl }: { operationsUrl: string }): Promise<string> {
  const answer = await fetch(`${operationsUrl}/metrics`);
  if (!answer.ok) throw new Error(`/metrics returned ${answer.status}`);
  return answer.text();
}

/** All samples that a program exposes to Prometheus. */
export async function fetchSamples(program: { operationsUrl: string }): Promise<MetricSample[]> {
  const lines = (await fetchMetrics(program))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });
}

/**
 * The value of the sample with a name and labels, or undefined if there is none.
 *
 * @throws Error if several samples match
 */
export function sampleValue(
  samples: readonly MetricSample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  );
  if (found.length > 1) throw new Error(`${found.length} samples of ${name}`);
  return found[0]?.value;
}

/** The complete lines of a program's log, parsed as JSON. */
export function logEntries(program: RunningProgram): Record<string, unknown>[] {
  return program
    .output()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
