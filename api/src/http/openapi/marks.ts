import { applyDecorators } from '@nestjs/common';
import { ApiExtension, type OperationObject } from '@nestjs/swagger';
import type { AccessLevel } from '../access-level.js';
import type { Permission } from '../permissions.js';
import { isErrorCode, type ErrorCode } from '../app-error.js';

/**
 * Marks are OpenAPI extensions of an operation. A route's decorators add them to its operation, and `completeDocument`
 * turns them into security requirements and responses.
 */
const ACCESS_MARK = 'x-access';
const PERMISSION_MARK = 'x-permission';
const REFUSAL_MARK = 'x-refuses-';

export interface Marks {
  readonly access: AccessLevel | undefined;
  readonly permission: Permission | null;
  readonly refusals: readonly ErrorCode[];
}

/** Marks who may call a route. A method's mark overrides its class's. */
export const markAccess = (
  access: AccessLevel,
  permission: Permission | null,
): MethodDecorator & ClassDecorator =>
  applyDecorators(ApiExtension(ACCESS_MARK, access), ApiExtension(PERMISSION_MARK, permission));

/**
 * Adds the refusals that are specific to a route to the API's documentation. `refusalsOf` adds those that all routes of
 * a kind share, such as malformed input, missing access or too many requests.
 */
export function Refuses(...codes: readonly ErrorCode[]): MethodDecorator & ClassDecorator {
  // A command that can be proposed can also be refused because too many proposals are open (APR-26).
  const all = codes.includes('APPROVAL_REQUIRED') ? [...codes, 'TOO_MANY_PROPOSALS'] : codes;
  return applyDecorators(...all.map((code) => ApiExtension(`${REFUSAL_MARK}${code}`, true)));
}

/** A parameter decorator that also documents its route. */
export function documentedParameter(
  parameter: ParameterDecorator,
  ...documentation: readonly MethodDecorator[]
): ParameterDecorator {
  return (target, name, index) => {
    parameter(target, name, index);
    const method = name === undefined ? undefined : Object.getOwnPropertyDescriptor(target, name);
    if (name === undefined || method === undefined) return;
    for (const decorate of documentation) decorate(target, name, method);
  };
}

/** Reads an operation's marks and removes them. */
export function takeMarks(operation: OperationObject): Marks {
  const marks = Object.entries<unknown>({ ...operation }).filter(([name]) => isMark(name));
  for (const [name] of marks) Reflect.deleteProperty(operation, name);
  return {
    access: marks.find(([name]) => name === ACCESS_MARK)?.[1] as AccessLevel | undefined,
    permission: (marks.find(([name]) => name === PERMISSION_MARK)?.[1] ?? null) as Permission | null,
    refusals: marks.map(([name]) => name.slice(REFUSAL_MARK.length)).filter(isErrorCode),
  };
}

const isMark = (name: string): boolean =>
  name === ACCESS_MARK || name === PERMISSION_MARK || name.startsWith(REFUSAL_MARK);
