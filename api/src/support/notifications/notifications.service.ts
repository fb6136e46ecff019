import { Inject, Injectable } from '@nestjs/common';
import { formatUsd } from '@moniker/common/money.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import { isNotified } from '../../events/describe-events.js';
import { accountStream, planStream } from '../../ledger/domain/events.js';
import { LedgerEvents } from '../../ledger/queries/ledger-events.service.js';
import {
  type DescribedEvent,
  TransactionTimeline,
} from '../../payments/transactions/transaction-timeline.service.js';
import type { MoneyRequestDto } from '../../payments/transfers/money-request.dto.js';
import { MoneyRequests } from '../../payments/transfers/money-requests.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { NotificationDto, NotificationsDto } from './notification.dto.js';
import { NotificationReadEntity } from './notification-read.entity.js';

const MAX_LISTED = 50;
/** How many of each stream's newest events to search for notifications. */
const SCAN_LIMIT = 500;
/**
 * Maximum number of KYC and account-request streams to read. A customer has only one open application at a time, so
 * the older applications, which are not read, have been decided.
 */
const MAX_STREAMS = 40;

const SELECT_STREAMS = `
  (select 'kyc:' || id as stream from kyc_application where user_id = $1
    order by created_at desc limit ${MAX_STREAMS / 2})
  union all
  (select 'account-request:' || id from account_request where user_id = $1
    order by created_at desc limit ${MAX_STREAMS / 2})`;

// The mark never moves back, and never beyond the head of the log, so future notifications stay unread (NTF-3).
const ADVANCE_READ_MARK = `
  insert into notification_read (user_id, up_to, requests_read_at)
    select $1, least($2::bigint, position), $3 from ledger_head
  on conflict (user_id) do update set up_to = greatest(notification_read.up_to, excluded.up_to), requests_read_at = $3`;

/**
 * Notifications are derived from the log (NTF-1, NTF-2) and from open requests for money (NTF-4), which the log does
 * not contain. The only thing stored is how far a customer has read.
 */
@OwnsPersonalData('notification_read')
@Injectable()
export class NotificationsService implements PersonalDataOwner {
  constructor(
    private readonly events: LedgerEvents,
    private readonly timeline: TransactionTimeline,
    private readonly dataSource: DataSource,
    private readonly requests: MoneyRequests,
    @InjectRepository(NotificationReadEntity) private readonly marks: Repository<NotificationReadEntity>,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(userId: string): Promise<NotificationsDto> {
    const [newest, requests, mark] = await Promise.all([
      this.newestFor(userId),
      this.requests.list(userId),
      this.marks.findOneBy({ userId }),
    ]);
    const upTo = mark?.upTo ?? 0;
    const items: NotificationDto[] = newest.map(({ position, at, title, text, transactionId }) => ({
      id: position,
      at,
      title,
      text,
      href: transactionId === null ? '/dashboard' : `/dashboard?transaction=${transactionId}`,
      isRead: position <= upTo,
    }));
    const open = requests.filter(({ isOwn, state }) => !isOwn && state === 'open');
    items.push(...open.map((request) => notificationOf(request, mark?.requestsReadAt ?? null)));
    items.sort((one, other) => other.at.getTime() - one.at.getTime() || other.id - one.id);
    return { items, unreadCount: items.filter(({ isRead }) => !isRead).length };
  }

  /** Marks all notifications up to a log position, and all requests for money, as read. */
  async read(userId: string, upTo: number): Promise<NotificationsDto> {
    await this.dataSource.query(ADVANCE_READ_MARK, [userId, upTo, this.now()]);
    return this.list(userId);
  }

  /** Returns what others did with the customer's account, plans and applications, newest first (NTF-1). */
  private async newestFor(userId: string): Promise<DescribedEvent[]> {
    const rows = await this.dataSource.query<{ stream: string }[]>(SELECT_STREAMS, [userId]);
    const streams = [accountStream(userId), planStream(userId), ...rows.map(({ stream }) => stream)];
    const events = await this.events.newestOf(streams, { limit: SCAN_LIMIT, exceptActor: `user:${userId}` });
    return this.timeline.describeAll(events.filter(isNotified).slice(0, MAX_LISTED));
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.delete(NotificationReadEntity, { userId: id });
  }
}

function notificationOf(request: MoneyRequestDto, readAt: Date | null): NotificationDto {
  const { id, name, amountCents, note, createdAt } = request;
  return {
    id: 0,
    at: createdAt,
    title: 'Request for money',
    text: `${name ?? 'Someone'} asked for ${formatUsd(amountCents)}: ${note}`,
    href: `/send-money?request=${id}`,
    isRead: readAt !== null && createdAt <= readAt,
  };
}
