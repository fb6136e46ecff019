import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ForAdmins } from '../../http/access.js';
import { RecordsAccess } from '../../http/records-access.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { AccessList } from './access-list.service.js';
import { AccessEntryPageDto, AccessLogQuery } from './access-log.list.js';

@ApiTags('admin')
@ForAdmins('access-log:read')
@Controller('api/admin/access-log')
export class AccessLogController {
  constructor(private readonly list: AccessList) {}

  @Get()
  @RecordsAccess('access-list', ({ items }: AccessEntryPageDto) => items.map(({ customer }) => customer?.id))
  @ApiOkResponse({ type: AccessEntryPageDto })
  listAccesses(
    @Query() query: AccessLogQuery,
    @CurrentUser() me: AuthenticatedUser,
  ): Promise<AccessEntryPageDto> {
    return this.list.page(query, me);
  }
}
