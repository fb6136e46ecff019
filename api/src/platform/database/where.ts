/** Collects the conditions of a statement with their values, so that no value is ever part of the text. */
export class Where {
  private readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  /** Adds a condition; its `?` stand for the values, in order. */
  and(condition: string, ...values: readonly unknown[]): this {
    const parts = condition.split('?');
    if (parts.length !== values.length + 1) throw new Error(`values do not fit the condition ${condition}`);
    this.conditions.push(parts.reduce((text, part, index) => text + this.param(values[index - 1]) + part));
    return this;
  }

  /** Adds a condition unless its one value is undefined. */
  andIf(condition: string, value: unknown): this {
    return value === undefined ? this : this.and(condition, value);
  }

  /** The place of a value in the statement. */
  param(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `where …`, or nothing. */
  get sql(): string {
    return this.conditions.length === 0
      ? ''
      : `where ${this.conditions.map((text) => `(${text})`).join(' and ')}`;
  }

  /** The same conditions, to add more to them. */
  copy(): Where {
    const copy = new Where();
    copy.conditions.push(...this.conditions);
    copy.values.push(...this.values);
    return copy;
  }
}

/** The pattern for `like` that finds a text anywhere; no character of the text has a special meaning in it. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
