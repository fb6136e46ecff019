import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/config/config.token.js';
import { AppError } from './app-error.js';
import { Refuses } from './openapi/marks.js';
import type { AppRequest } from './request.js';

const FIELD = 'expectedRevision';

/** Refuses decisions without a revision if `ADMIN_REVISIONS` requires one. Runs before the body is validated. */
@Injectable()
class RevisionGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.config.areRevisionsRequired) return true;
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (hasRevision(request.body) || hasRevision(request.query)) return true;
    throw new AppError('REVISION_REQUIRED', undefined, { fields: [FIELD] });
  }
}

function hasRevision(fields: unknown): boolean {
  return (
    typeof fields === 'object' &&
    fields !== null &&
    FIELD in fields &&
    fields[FIELD] !== null &&
    fields[FIELD] !== undefined
  );
}

/**
 * A route that changes something an admin has seen: with `ADMIN_REVISIONS=required` it needs `expectedRevision`
 * (ADM-28).
 */
export const NeedsRevision = (): MethodDecorator & ClassDecorator =>
  applyDecorators(UseGuards(RevisionGuard), Refuses('REVISION_REQUIRED'));
