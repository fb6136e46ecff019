import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { describeError } from './describe-error.js';
import { currentRequestId } from './request-context.js';

/** The parts of Nest's log line that ours is built from. */
interface Line {
  readonly context: string;
  readonly logLevel: LogLevel;
  readonly error?: unknown;
}

const PROBLEM_LEVELS: LogLevel[] = ['warn', 'error', 'fatal'];

/**
 * Logs one JSON object per line to standard output and standard error: time, level, program, process id, context,
 * request id and the fields of the message. JSON escapes line breaks, so values cannot forge a line (SEC-10). Errors
 * are logged without their message, which may contain personal data (SEC-9).
 */
export class JsonLogger extends ConsoleLogger {
  constructor(private readonly program: string) {
    super({ json: true, colors: false, logLevels: PROBLEM_LEVELS });
  }

  /**
   * Logs `message` and enables the level `log`. Until then only problems are logged, because Nest logs each step of its
   * startup.
   */
  logReady(message: string): void {
    this.setLogLevels([...PROBLEM_LEVELS, 'log']);
    this.log(message);
  }

  protected override getJsonLogObject(message: unknown, { context, logLevel, error }: Line) {
    return {
      ...{
        time: new Date().toISOString(),
        level: logLevel,
        program: this.program,
        pid: process.pid,
        context,
      },
      ...withRequest(currentRequestId()),
      ...logFields(error === undefined ? message : describeError(error)),
      // Nest declares more fields than our line has.
    } as unknown as ReturnType<ConsoleLogger['getJsonLogObject']>;
  }
}

function withRequest(requestId: string | null): object {
  return requestId === null ? {} : { requestId };
}

function logFields(message: unknown): object {
  if (typeof message !== 'object' || message === null) return { message };
  const fields = Object.entries(message).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Error ? describeError(value) : value,
  ]);
  return Object.fromEntries(fields) as object;
}
