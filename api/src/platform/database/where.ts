/** Builds a where clause. Values become parameters and are never part of the text. */
export class Where {
  private readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  /** Adds a condition. Each `?` stands for the next value. */
  and(condition: string, ...values: readonly unknown[]): this {
    const parts = condition.split('?');
    if (parts.length !== values.length + 1)
      throw new Error(`wrong number of values for the condition ${condition}`);
    this.conditions.push(parts.reduce((text, part, index) => text + this.param(values[index - 1]) + part));
    return this;
  }

  /** Adds a condition unless its value is undefined. */
  andIf(condition: string, value: unknown): this {
    return value === undefined ? this : this.and(condition, value);
  }

  /** Adds a value and returns its placeholder, such as `$1`. */
  param(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** The clause with `where`, or an empty string. */
  get sql(): string {
    return this.conditions.length === 0
      ? ''
      : `where ${this.conditions.map((text) => `(${text})`).join(' and ')}`;
  }

  /** Returns a copy, which can be extended without changing the original. */
  copy(): Where {
    const copy = new Where();
    copy.conditions.push(...this.conditions);
    copy.values.push(...this.values);
    return copy;
  }
}

/** Returns a `like` pattern that matches strings containing `text`. Special characters in `text` are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
