import { Inject, Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import { DEFAULT_DASHBOARD_TEXTS } from '@moniker/common/dashboard-texts.js';
import { AppError } from '../../http/app-error.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { UsersService } from '../../identity/users/users.service.js';
import type { DashboardContentDto, SetDashboardContentBody } from './dashboard-content.dto.js';
import { DashboardContentEntity } from './dashboard-content.entity.js';
import { changedTexts } from './dashboard-texts.js';

/** The texts of a customer's dashboard, which admins can change (DASH-11, DASH-13). */
@OwnsPersonalData()
@Injectable()
export class DashboardContentService implements PersonalDataOwner {
  constructor(
    @InjectRepository(DashboardContentEntity) private readonly contents: Repository<DashboardContentEntity>,
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns the texts of the signed-in user's own dashboard. */
  async of(userId: string): Promise<DashboardContentDto> {
    const content = await this.contents.findOneBy({ userId });
    return { userId, ...DEFAULT_DASHBOARD_TEXTS, ...content?.texts };
  }

  /**
   * Returns a customer's texts for the editor.
   *
   * @throws NOT_FOUND the user does not exist, is deleted, or is an admin (DASH-14)
   */
  async ofCustomer(userId: string): Promise<DashboardContentDto> {
    const user = await this.users.getById(userId);
    if (user.isAdmin) throw notACustomer();
    return this.of(userId);
  }

  /**
   * Replaces a customer's texts.
   *
   * @throws NOT_FOUND as `ofCustomer`
   * @throws VALIDATION_FAILED the body names another user (DASH-12)
   */
  async set(userId: string, body: SetDashboardContentBody): Promise<DashboardContentDto> {
    if (body.userId !== undefined && body.userId.toLowerCase() !== userId) {
      throw new AppError('VALIDATION_FAILED', 'userId must match the id in the path', { fields: ['userId'] });
    }
    await this.dataSource.transaction(async (manager) => {
      const user = await this.users.lock(manager, userId);
      if (user.isAdmin) throw notACustomer();
      const content = { userId, texts: changedTexts(body), changedAt: this.now() };
      await manager.upsert(DashboardContentEntity, content, ['userId']);
    });
    return this.of(userId);
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.delete(DashboardContentEntity, { userId: id });
  }
}

function notACustomer(): AppError {
  return new AppError('NOT_FOUND', 'Only customers have a dashboard to edit');
}
