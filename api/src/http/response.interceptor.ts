import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { IdempotentResponse } from './idempotency.js';
import { amountField } from './money-fields.js';

/** Converts a value to the form it has in a response. */
type Writer = (value: unknown) => unknown;
type Row = Readonly<Record<string, unknown>>;

/**
 * Writes responses: exactly the fields that the route's documented class declares, including amounts in dollars or as
 * text. So handlers return rows as they are and never format amounts or times; times are ISO 8601 in JSON. Also marks
 * responses to repeated requests with `Idempotent-Replay: true` (LED-5).
 */
export class ResponseInterceptor implements NestInterceptor {
  private readonly writers = new Map<unknown, Writer>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const write = this.writerOf(context.getHandler());
    return next.handle().pipe(
      map((data: unknown) => {
        if (!(data instanceof IdempotentResponse)) return write(data);
        const response = context.switchToHttp().getResponse<Response>();
        if (data.replayed) response.setHeader('Idempotent-Replay', 'true');
        return write(data.body);
      }),
    );
  }

  private writerOf(handler: object): Writer {
    const known = this.writers.get(handler);
    if (known !== undefined) return known;
    const write = classWriter(documentedClass(handler)) ?? unchanged;
    this.writers.set(handler, write);
    return write;
  }
}

const unchanged: Writer = (value) => value;

type Documented = { readonly type?: unknown };

function documentedClass(handler: object): unknown {
  const responses = (Reflect.getMetadata(DECORATORS.API_RESPONSE, handler) ?? {}) as Record<
    string,
    Documented
  >;
  return Object.values(responses).find(({ type }) => type !== undefined)?.type;
}

/** Returns the writer for a documented class, or null for other types, such as text and JSON objects. */
function classWriter(type: unknown): Writer | null {
  if (typeof type !== 'function') return null;
  const prototype = type.prototype as object;
  const keys = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) ?? []) as string[];
  if (keys.length === 0) return null;
  const types = new Map(
    keys.map((key) => {
      const name = key.slice(':'.length);
      const property = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name) as Documented;
      return [name, property.type] as const;
    }),
  );
  const fields = [...types].map(([name, fieldType]) => [name, fieldWriter(name, fieldType, types)] as const);
  const writeRow = (row: Row): Row => {
    const written: Record<string, unknown> = {};
    for (const [name, write] of fields) written[name] = write(row);
    return written;
  };
  const write: Writer = (value) => {
    if (Array.isArray(value)) return value.map(write);
    return typeof value === 'object' && value !== null ? writeRow(value as Row) : value;
  };
  return write;
}

function fieldWriter(
  name: string,
  type: unknown,
  types: ReadonlyMap<string, unknown>,
): (row: Row) => unknown {
  const amount = amountField(name, types);
  if (amount !== null) {
    return (row) => {
      const cents = row[amount.centsName];
      return typeof cents === 'number' ? amount.write(cents) : cents;
    };
  }
  const write = classWriter(type);
  return write === null ? (row) => row[name] : (row) => write(row[name]);
}
