import { createHash } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isUUID } from 'class-validator';
import { catchError, mergeMap, type Observable } from 'rxjs';
import { ACCESS_KEY, type Access as RouteAccess } from '../../http/access.js';
import { AppError } from '../../http/app-error.js';
import { isPermitted } from '../../http/permissions.js';
import { ACCESS_RULE_KEY, type AccessRule, type ReadRule } from '../../http/records-access.js';
import { currentUserOf, requestIdOf, type AppRequest } from '../../http/request.js';
import type { Access, AccessDetails } from '../../ledger/ledger.module.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { AccessLog } from './access-log.service.js';
import { idsIn } from './ids-in.js';
import { RecentAccesses } from './recent-accesses.js';
import { ShownCustomers } from './shown-customers.service.js';
import { shownPeople } from './shown-people.js';

/** Filters that are recorded by name only, without their values. */
const FILTERS = new Set([
  ...['search', 'status', 'accountType', 'kycStatus', 'emailVerified', 'admin', 'hasAccount', 'kind'],
  ...['customer', 'account', 'transaction', 'type', 'role', 'actor', 'correlation', 'action', 'from', 'to'],
]);

/**
 * Records in the access log what admins are shown, before the response is sent (LOG-1). If recording fails, so does the
 * request. A list is recorded only if it shows people. If an admin route doesn't declare what it shows, its reads are
 * refused, so no new route can leave out the declaration (LOG-2). Responses to changes are searched for people unless
 * the route declares what it shows (LOG-20). A refusal that contains personal data is recorded too (LOG-21).
 */
@Injectable()
export class AccessLogInterceptor implements NestInterceptor {
  private readonly logger = new Logger('AccessLog');
  private readonly recent: RecentAccesses;

  constructor(
    private readonly reflector: Reflector,
    private readonly log: AccessLog,
    private readonly customers: ShownCustomers,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.recent = new RecentAccesses(now);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE_KEY, context.getHandler());
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule === undefined && access?.level !== 'admin') return next.handle();
    if (rule === undefined) this.assertNoRead(context, request);
    const began = this.now();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        throw await this.recordRefusal(request, error);
      }),
      mergeMap(async (body: unknown) => {
        await this.recordAnswer(rule, { request, body, began });
        return body;
      }),
    );
  }

  private async recordAnswer(rule: AccessRule | undefined, answer: Answer): Promise<void> {
    switch (rule?.kind) {
      case undefined:
        return this.recordChange(answer);
      case 'read':
        return this.recordRead(rule, answer.request, answer.body);
      case 'export':
        return this.log.record(exportOf(rule.action, answer.request));
      case 'by-handler':
      case 'nobody':
        return undefined;
    }
  }

  /** Records the people in the response to a change, except those about whom the request recorded an event (LOG-20). */
  private async recordChange({ request, body, began }: Answer): Promise<void> {
    if (body === undefined || body === null) return;
    const shown = await this.othersAmong(request, [request.params, body]);
    const [object] = Object.values(paramsOf(request));
    if (shown.length === 0 && object === undefined) return;
    const recorded = await this.customers.withEvents(requestIdOf(request), began);
    const people = shown.filter((id) => !recorded.has(id));
    if (people.length === 0 && (shown.length > 0 || recorded.size > 0)) return;
    await this.log.record(readOf('change-answer', request, people));
  }

  /**
   * Records a refusal that contains personal data (LOG-21). If the admin may not read customers' data, removes the
   * personal data from the refusal instead (LOG-22). Returns the error to throw.
   */
  private async recordRefusal(request: AppRequest, error: unknown): Promise<unknown> {
    if (!(error instanceof AppError) || !error.statesPersonalData) return error;
    if (!isPermitted(currentUserOf(request).role, 'customers:read')) return error.withoutPersonalData();
    const people = await this.othersAmong(request, [request.params, request.body]);
    await this.log.record(readOf('refused-change', request, people));
    return error;
  }

  private async othersAmong(request: AppRequest, values: readonly unknown[]): Promise<string[]> {
    const { userId } = currentUserOf(request);
    const people = await this.customers.ofIds(idsIn(values));
    return people.filter((id) => id !== userId);
  }

  private recordRead({ action, peopleOf }: ReadRule, request: AppRequest, body: unknown): Promise<void> {
    const people = [...new Set(peopleOf(body, paramsOf(request)).filter(isPerson))].sort();
    const access = readOf(action, request, people);
    if (people.length === 0 && access.details.object === undefined) return Promise.resolve();
    return this.recent.once(keyOf(request, access, people), () => this.log.record(access));
  }

  private assertNoRead(context: ExecutionContext, { method }: AppRequest): void {
    if (method !== 'GET' && method !== 'HEAD') return;
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    this.logger.error({ route, problem: 'the route does not declare what it shows; rejected' });
    throw new AppError('FORBIDDEN');
  }
}

/** A route's response to a request that started at `began`. */
interface Answer {
  readonly request: AppRequest;
  readonly body: unknown;
  readonly began: Date;
}

const isPerson = (id: string | null | undefined): id is string => typeof id === 'string' && isUUID(id);

function paramsOf({ params }: AppRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

function readOf(action: Access['action'], request: AppRequest, people: readonly string[]): Access {
  const { subject, count, details } = shownPeople(people);
  return {
    ...callerOf(request),
    action,
    subject,
    count,
    details: { ...detailsOf(request, subject), ...details },
  };
}

/** The entry for an export. It has no count, because the number of people isn't known when the export starts. */
function exportOf(action: Access['action'], request: AppRequest): Access {
  const { customer } = request.query;
  const subject = typeof customer === 'string' && isUUID(customer) ? customer.toLowerCase() : null;
  return { ...callerOf(request), action, subject, count: null, details: detailsOf(request, subject) };
}

function callerOf(request: AppRequest): Pick<Access, 'actor' | 'correlationId'> {
  return { actor: `user:${currentUserOf(request).userId}`, correlationId: requestIdOf(request) };
}

function detailsOf(request: AppRequest, subject: string | null): AccessDetails {
  const [object] = Object.values(paramsOf(request));
  if (object !== undefined) return object.toLowerCase() === subject ? {} : { object };
  const filters = Object.keys(request.query).filter((name) => FILTERS.has(name));
  return filters.length === 0 ? {} : { filters: filters.sort() };
}

/** Identifies repeats of a read: same admin, URL and people. Hashed, because the URL may contain a search term. */
function keyOf({ originalUrl }: AppRequest, { actor }: Access, people: readonly string[]): string {
  return createHash('sha256')
    .update([actor, originalUrl, ...people].join('\n'))
    .digest('base64url');
}
