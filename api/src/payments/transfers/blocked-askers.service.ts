import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import type { BlockedAskerDto } from './money-request.dto.js';
import { shownName } from './moniker-recipients.service.js';

const MAX_LISTED = 100;

const LIST = `
  select b.id, u.first_name as "firstName", u.last_name as "lastName", u.moniker
    from money_request_block b join app_user u on u.id = b.asker_id
    where b.user_id = $1 order by u.moniker limit ${MAX_LISTED}`;
const LIFT = 'delete from money_request_block where id = $2 and user_id = $1 returning id';

interface Row extends Omit<BlockedAskerDto, 'name'> {
  readonly firstName: string;
  readonly lastName: string;
}

/** The customers whom a customer has blocked from asking for money (TRF-118). */
@Injectable()
export class BlockedAskers {
  constructor(private readonly dataSource: DataSource) {}

  async of(userId: string): Promise<BlockedAskerDto[]> {
    const rows = await this.dataSource.query<Row[]>(LIST, [userId]);
    return rows.map((row) => ({ ...row, name: shownName(row) }));
  }

  /** @throws NOT_FOUND the user has no such block */
  async lift(userId: string, id: string): Promise<void> {
    const [lifted] = await this.dataSource.query<[unknown[], number]>(LIFT, [userId, id]);
    if (lifted.length === 0) throw new AppError('NOT_FOUND');
  }
}
