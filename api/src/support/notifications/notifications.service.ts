import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import { TransactionTimeline } from '../../payments/transactions/transaction-timeline.service.js';
import type { NotificationDto, NotificationsDto } from './notification.dto.js';
import { NotificationReadEntity } from './notification-read.entity.js';
import { OnboardingNotifications } from './onboarding-notifications.service.js';

const MAX_LISTED = 50;

// The mark never moves back and never past the head of the log, so that future notifications stay unread (NTF-3).
const ADVANCE_READ_MARK = `
  insert into notification_read (user_id, up_to)
    select $1, least($2::bigint, position) from ledger_head
  on conflict (user_id) do update set up_to = greatest(notification_read.up_to, excluded.up_to)`;

/** Notifications are derived from the log (NTF-1, NTF-2). Only the read mark is stored. */
@OwnsPersonalData()
@Injectable()
export class NotificationsService implements PersonalDataOwner {
  constructor(
    private readonly transactions: TransactionTimeline,
    private readonly onboarding: OnboardingNotifications,
    private readonly dataSource: DataSource,
    @InjectRepository(NotificationReadEntity) private readonly marks: Repository<NotificationReadEntity>,
  ) {}

  async list(userId: string): Promise<NotificationsDto> {
    const [money, onboarding, mark] = await Promise.all([
      this.transactions.notificationsFor(userId, MAX_LISTED),
      this.onboarding.notificationsFor(userId, MAX_LISTED),
      this.marks.findOneBy({ userId }),
    ]);
    const upTo = mark?.upTo ?? 0;
    const all = [
      ...money.map((item) => ({ ...item, href: `/dashboard?transaction=${item.transactionId}` })),
      ...onboarding.map((item) => ({ ...item, href: '/dashboard' })),
    ];
    const items: NotificationDto[] = all
      .sort((a, b) => b.position - a.position)
      .slice(0, MAX_LISTED)
      .map(({ position, at, title, text, href }) => ({
        id: position,
        at: at.toISOString(),
        title,
        text,
        href,
        isRead: position <= upTo,
      }));
    return { items, unreadCount: items.filter(({ isRead }) => !isRead).length };
  }

  /** Marks all notifications up to a log position as read. */
  async read(userId: string, upTo: number): Promise<NotificationsDto> {
    await this.dataSource.query(ADVANCE_READ_MARK, [userId, upTo]);
    return this.list(userId);
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.delete(NotificationReadEntity, { userId: id });
  }
}
