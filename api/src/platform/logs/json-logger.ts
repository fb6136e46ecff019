import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { describeError } from './describe-error.js';
import { currentRequestId } from './request-context.js';

/** The parts of Nest's own line that ours is made of. */
interface Line {
  readonly context: string;
  readonly logLevel: LogLevel;
  readonly error?: unknown;
}

const PROBLEM_LEVELS: LogLevel[] = ['warn', 'error', 'fatal'];

/**
 * One JSON object a line, on standard output and standard error: time, level, program, context, the id of the request
 * on whose behalf it happened, and the fields of the message. JSON leaves no line break in a value, so nobody can forge
 * a line. Of an error it keeps the kind and the place and not the words, which may name a person.
 */
export class JsonLogger extends ConsoleLogger {
  constructor(private readonly program: string) {
    super({ json: true, colors: false, logLevels: PROBLEM_LEVELS });
  }

  /** The program runs: from now on it tells what it does. Until then Nest would tell how it puts itself together. */
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
      ...fieldsOf(error === undefined ? message : describeError(error)),
      // The shape that Nest declares for a line, of which ours only has the fields that say something.
    } as unknown as ReturnType<ConsoleLogger['getJsonLogObject']>;
  }
}

function withRequest(requestId: string | null): object {
  return requestId === null ? {} : { requestId };
}

function fieldsOf(message: unknown): object {
  if (typeof message !== 'object' || message === null) return { message };
  const fields = Object.entries(message).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Error ? describeError(value) : value,
  ]);
  return Object.fromEntries(fields) as object;
}
