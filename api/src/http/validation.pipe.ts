import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { AppError } from './app-error.js';

const MAX_NAMED_FIELDS = 20;

/** Validates every body, query and path against its class. Unknown fields are rejected, not dropped (SEC-3). */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformOptions: { enableImplicitConversion: false },
    stopAtFirstError: true,
    exceptionFactory: toAppError,
  });
}

function toAppError(errors: ValidationError[]): AppError {
  const flat = errors.flatMap(leafErrors);
  const fields = flat.map(({ property }) => property).slice(0, MAX_NAMED_FIELDS);
  return new AppError('VALIDATION_FAILED', validationMessage(flat[0]), { fields });
}

function leafErrors(error: ValidationError): ValidationError[] {
  const children = error.children ?? [];
  return children.length === 0 ? [error] : children.flatMap(leafErrors);
}

function validationMessage(error: ValidationError | undefined): string | undefined {
  if (error === undefined) return undefined;
  const [rule, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  return rule === 'whitelistValidation' ? `${error.property} is not a known field` : message;
}
