import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { decidableActions } from '../approvals/proposals.service.js';
import { isPermitted, type Permission } from '../../http/permissions.js';
import { invalidCursorError } from '../../http/cursor.js';
import { DEFAULT_PAGE_SIZE } from '../../http/page.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { countWorkItems, selectWorkItems, type WorkCursor } from './work-queue-sql.js';
import {
  WORK_KINDS,
  type WorkCountDto,
  type WorkCountsDto,
  type WorkItemDto,
  type WorkKind,
  type WorkQueuePageDto,
  type WorkQueueQuery,
} from './work-queue.dto.js';

interface Row extends WorkItemDto {
  readonly rank: number;
  readonly position: number;
}

/** Everything that waits for an admin, across all features (ADM-31). */
@Injectable()
export class WorkQueue {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns one page of the waiting items that the admin is allowed to decide on, oldest first. Items about the admin's
   * own account are left out.
   *
   * @throws VALIDATION_FAILED the cursor is malformed
   */
  async page({ userId: adminId, role }: AuthenticatedUser, query: WorkQueueQuery): Promise<WorkQueuePageDto> {
    const { kind, limit = DEFAULT_PAGE_SIZE } = query;
    const cursor = query.cursor === undefined ? null : parseCursor(query.cursor);
    const kinds = kindsOf(role).filter((one) => kind === undefined || one === kind);
    if (kinds.length === 0) return { items: [], nextCursor: null };
    const filter = { adminId, kinds, actions: decidableActions(role) };
    const { text, values } = selectWorkItems(filter, cursor, limit + 1);
    const found = await this.dataSource.query<Row[]>(text, values);
    const rows = found.slice(0, limit);
    return {
      items: rows,
      nextCursor: found.length > limit ? formatCursor(rows, cursor) : null,
    };
  }

  /**
   * Counts the waiting items of each kind that the admin is allowed to decide on (ADM-32). Items about the admin's own
   * account are left out.
   */
  async counts({ userId: adminId, role }: AuthenticatedUser): Promise<WorkCountsDto> {
    const mayDecide = kindsOf(role);
    if (mayDecide.length === 0) return { total: 0, kinds: [] };
    const { text, values } = countWorkItems({
      adminId,
      kinds: mayDecide,
      actions: decidableActions(role),
    });
    const rows = await this.dataSource.query<WorkCountDto[]>(text, values);
    const kinds = WORK_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
    return { total: kinds.reduce((sum, { count }) => sum + count, 0), kinds };
  }
}

/** The permission that an admin needs for each kind (SEC-40). */
const NEEDED: Readonly<Record<WorkKind, Permission>> = {
  kyc: 'kyc:decide',
  account_request: 'requests:decide',
  transfer: 'payments:decide',
  incoming_payment: 'payments:decide',
  credit: 'payments:decide',
  proposal: 'proposals:decide',
  chat: 'support:chat',
};

function kindsOf(role: AdminRole | null): WorkKind[] {
  return WORK_KINDS.filter((kind) => isPermitted(role, NEEDED[kind]));
}

/** Encodes the last row's sort key, and the ledger position of the last payment returned so far. */
function formatCursor(rows: readonly Row[], previous: WorkCursor | null): string | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  const position = Math.max(previous?.position ?? 0, ...rows.map((row) => row.position));
  return [last.since.getTime(), last.rank, last.id, position].join('_');
}

const CURSOR = /^(\d{1,13})_(\d)_([0-9a-f-]{36})_(\d{1,15})$/;

function parseCursor(cursor: string): WorkCursor {
  const [, since, rank, id, position] = CURSOR.exec(cursor) ?? [];
  if (since === undefined || rank === undefined || id === undefined || position === undefined) {
    throw invalidCursorError();
  }
  if (!isUUID(id)) throw invalidCursorError();
  return { since: new Date(Number(since)), rank: Number(rank), id, position: Number(position) };
}
