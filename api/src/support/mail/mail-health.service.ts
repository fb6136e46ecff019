import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Lists } from '../../http/lists.service.js';
import { Where } from '../../platform/database/where.js';
import { AppError } from '../../http/app-error.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { FAILED_MAIL, type FailedMailDto, type FailedMailPageDto } from './failed-mail.list.js';
import type { CursorQuery } from '../../http/page.js';
import type { MailCountsDto } from './mail-health.dto.js';

const DELAYED_AFTER_MS = 5 * 60 * 1000;
const SENT_WITHIN_MS = 24 * 60 * 60 * 1000;
/** Maximum number of emails to retry per request. To retry more, repeat the request. */
const MAX_RETRIES_PER_REQUEST = 500;

/** The outbox's state for admins, and retries of failed mail (MAIL-6). */
@Injectable()
export class MailHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: Lists,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async counts(): Promise<MailCountsDto> {
    const now = this.now().getTime();
    const [counts] = await this.dataSource.query<MailCountsDto[]>(
      `select
         (select count(*) from outbox where sent_at is null and failed_at is null) as waiting,
         (select count(*) from outbox
           where sent_at is null and failed_at is null and coalesce(not_before, created_at) < $1) as delayed,
         (select count(*) from ${FAILED_MAIL.tables} where ${FAILED_MAIL.condition}) as failed,
         (select count(*) from outbox where sent_at is not null and sent_at > $2) as sent`,
      [new Date(now - DELAYED_AFTER_MS), new Date(now - SENT_WITHIN_MS)],
    );
    if (counts === undefined) throw new Error('the counts query returned no row');
    return counts;
  }

  /** Returns one page of failed emails, latest failure first. */
  failed(cursor: string | undefined): Promise<FailedMailPageDto> {
    return this.lists.page<FailedMailDto, CursorQuery>(FAILED_MAIL, cursor === undefined ? {} : { cursor });
  }

  /**
   * Queues one failed email again or, without an id, up to `MAX_RETRIES_PER_REQUEST` of them. Returns how many were
   * queued.
   *
   * @throws NOT_FOUND no failed email has this id
   */
  async retry(id?: string): Promise<number> {
    const where = new Where().and(FAILED_MAIL.condition).andIf('o.id = ?', id);
    const [, retried] = await this.dataSource.query<[unknown[], number]>(
      `update outbox set failed_at = null, enqueued_at = null
        where id in (select o.id from ${FAILED_MAIL.tables} ${where.sql} order by o.failed_at limit ${MAX_RETRIES_PER_REQUEST}
          for update of o skip locked)`,
      where.values,
    );
    if (id !== undefined && retried === 0) throw new AppError('NOT_FOUND', "This email hasn't failed");
    return retried;
  }
}
