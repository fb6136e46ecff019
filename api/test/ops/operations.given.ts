import {
  freePort,
  startApiProcess,
  startWorkerProcess,
  type RunningProcess,
  type RunningApiProcess,
} from '../support/index.js';
import type { StartOptions } from '../support/api.js';

/** A program with the port on which it answers operators. */
export type Watched<Program extends RunningProcess> = Program & { readonly operations: string };

export async function watchedApi(options: StartOptions): Promise<Watched<RunningApiProcess>> {
  const port = await freePort();
  const api = await startApiProcess({ ...options, env: { ...options.env, METRICS_PORT: String(port) } });
  return Object.assign(api, { operations: `http://127.0.0.1:${port}` });
}

export async function watchedWorker(options: StartOptions): Promise<Watched<RunningProcess>> {
  const port = await freePort();
  const worker = await startWorkerProcess({
    ...options,
    env: { ...options.env, METRICS_PORT: String(port) },
  });
  return Object.assign(worker, { operations: `http://127.0.0.1:${port}` });
}

/** One sample of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export async function metricsText({ operations }: { operations: string }): Promise<string> {
  const answer = await fetch(`${operations}/metrics`);
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  return answer.text();
}

/** Everything that a program tells Prometheus. */
export async function samplesOf(program: { operations: string }): Promise<Sample[]> {
  const lines = (await metricsText(program))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });
}

/** The value of the one sample that has this name and these labels. */
export function valueOf(
  samples: readonly Sample[],
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

/** The lines of a program's log that have come whole, each of them JSON. */
export function logLines(program: RunningProcess): Record<string, unknown>[] {
  return program
    .output()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
