import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ForAdmins } from '../../http/access.js';
import { RecordsAccess, ShowsNobody } from '../../http/records-access.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { WorkCountsDto, WorkQueuePageDto, WorkQueueQuery } from './work-queue.dto.js';
import { WorkQueue } from './work-queue.service.js';

@ApiTags('admin')
@ForAdmins('panel:open')
@Controller('api/admin/work-queue')
export class WorkQueueController {
  constructor(private readonly queue: WorkQueue) {}

  @Get()
  @RecordsAccess('work-queue', ({ items }: WorkQueuePageDto) => items.map(({ user }) => user.id))
  @ApiOkResponse({ type: WorkQueuePageDto })
  listWork(@CurrentUser() me: AuthenticatedUser, @Query() query: WorkQueueQuery): Promise<WorkQueuePageDto> {
    return this.queue.page(me, query);
  }

  @Get('counts')
  @ShowsNobody('numbers')
  @ApiOkResponse({ type: WorkCountsDto })
  countWork(@CurrentUser() me: AuthenticatedUser): Promise<WorkCountsDto> {
    return this.queue.counts(me);
  }
}
