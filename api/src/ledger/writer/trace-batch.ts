import { errorCodeOf } from '../../platform/process/polling.js';
import { currentTracer, type Work } from '../../platform/tracing/tracing.js';
import type { QueuedSubmission } from './submission-queue.js';
import type { Outcome } from './submission.js';

/** When a batch was written, in milliseconds of `performance.now()`. */
export interface BatchTimes {
  readonly startedAt: number;
  /** When it was decided and sent; unknown if the batch was retried. */
  readonly sentAt?: number;
  /** Why it failed. */
  readonly error?: unknown;
}

/**
 * Traces a batch. Each request's trace also shows how long its command waited and how long the batch took (OPS-67).
 */
export function traceBatch(
  queued: readonly QueuedSubmission[],
  outcomes: readonly Outcome[],
  { startedAt: from, sentAt, error }: BatchTimes,
): void {
  const tracer = currentTracer();
  if (tracer === null) return;
  const ended = { to: performance.now(), error: error === undefined ? undefined : errorCodeOf(error) };
  const parts = queued.map(({ submission, queuedAt }, index) => {
    const requestId = submission.context.correlationId;
    tracer.recordPart(requestId, { name: 'ledger.queue', from: queuedAt, to: from });
    const work: Work = { name: 'ledger.write', from, ...ended, attributes: resultOf(outcomes[index]) };
    return { requestId, work };
  });
  const batch: Work = {
    name: 'ledger.batch',
    from,
    ...ended,
    attributes: { 'ledger.commands': queued.length },
  };
  const steps: Work[] =
    sentAt === undefined
      ? []
      : [
          { name: 'ledger.decide', from, to: sentAt },
          { name: 'ledger.commit', from: sentAt, to: ended.to },
        ];
  tracer.recordShared(batch, steps, parts);
}

/** The position of the command's last event, or why the command was refused. */
function resultOf(outcome: Outcome | undefined): Record<string, string | number> {
  if (outcome === undefined) return {};
  if (!outcome.ok) return { 'moniker.refusal': outcome.refusal.code };
  const { lastPosition } = outcome.receipt;
  return lastPosition === null ? {} : { 'ledger.position': lastPosition };
}
