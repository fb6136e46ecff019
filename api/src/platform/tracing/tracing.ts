import { currentRequestId } from '../logs/request-context.js';
import { errorCodeOf } from '../process/polling.js';

/** What was done, and when. Never contains personal data: no names, amounts, addresses or URLs (OPS-68). */
export interface Work {
  /** One of a few fixed names: ids belong in attributes. */
  readonly name: string;
  readonly kind?: 'server' | 'client' | 'consumer' | undefined;
  /** When the work began, in milliseconds of `performance.now()`. */
  readonly from: number;
  /** When the work ended, in milliseconds of `performance.now()`. */
  readonly to: number;
  readonly attributes?: Readonly<Record<string, string | number>> | undefined;
  /** The error's code or name, never its message. */
  readonly error?: string | undefined;
}

/** The part of shared work that was done for one request. */
export interface Part {
  readonly requestId: string;
  readonly work: Work;
}

/** Records work once it is done. Everything done for a request is one trace, whichever process did it (OPS-66). */
export interface Tracer {
  /** Records a request itself, the root of its trace. */
  recordRequest(requestId: string, work: Work): void;
  /** Records something done for a request. */
  recordPart(requestId: string, work: Work): void;
  /**
   * Records work shared by several requests, and the work's steps, as a separate trace (OPS-67). Each part goes into
   * its request's trace. The part and the shared work link to each other.
   */
  recordShared(shared: Work, steps: readonly Work[], parts: readonly Part[]): void;
}

let tracer: Tracer | null = null;

/** Sets this process's tracer; null turns tracing off. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Returns this process's tracer, or null while tracing is off. */
export function currentTracer(): Tracer | null {
  return tracer;
}

/** Runs `work` and records it for the current request. */
export async function traced<Result>(
  about: Pick<Work, 'name' | 'kind' | 'attributes'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const [current, requestId] = [tracer, currentRequestId()];
  if (current === null || requestId === null) return work();
  const from = performance.now();
  let error: string | undefined;
  try {
    return await work();
  } catch (thrown) {
    error = errorCodeOf(thrown);
    throw thrown;
  } finally {
    current.recordPart(requestId, { ...about, from, to: performance.now(), error });
  }
}
