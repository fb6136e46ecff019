import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { DEFAULT_DASHBOARD_TEXTS } from '@moniker/common/dashboard-texts.js';
import { AppError } from '../../http/app-error.js';
import { UsersService } from '../../identity/users/users.service.js';
import type { DashboardContentDto } from './dashboard-content.dto.js';
import { DashboardContentEntity } from './dashboard-content.entity.js';

/** The texts of a customer's dashboard, which admins can change (DASH-11, DASH-13). */
@OwnsPersonalData('dashboard_content')
@Injectable()
export class DashboardContentService implements PersonalDataOwner {
  constructor(
    @InjectRepository(DashboardContentEntity) private readonly contents: Repository<DashboardContentEntity>,
    private readonly users: UsersService,
  ) {}

  /** Returns the texts of a user's dashboard. */
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

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.delete(DashboardContentEntity, { userId: id });
  }
}

/** The error if an admin opens or edits the dashboard texts of a user who is not a customer (DASH-14). */
export function notACustomer(): AppError {
  return new AppError('NOT_FOUND', 'Only customers have a dashboard to edit');
}
