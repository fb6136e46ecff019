import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ForAdmins } from '../../http/access.js';
import { ShowsNobody } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { SavedFilterDto, SavedFiltersQuery, SaveFilterBody } from './saved-filter.dto.js';
import { SavedFiltersService } from './saved-filters.service.js';

@ApiTags('admin')
@ForAdmins('panel:open')
@Controller('api/admin/saved-filters')
export class SavedFiltersController {
  constructor(private readonly saved: SavedFiltersService) {}

  @Get()
  @ShowsNobody('what the admin has saved')
  @ApiOkResponse({ type: [SavedFilterDto] })
  listSavedFilters(
    @CurrentUser() me: AuthenticatedUser,
    @Query() { list }: SavedFiltersQuery,
  ): Promise<SavedFilterDto[]> {
    return this.saved.of(me.userId, list);
  }

  @Post()
  @ApiCreatedResponse({ type: SavedFilterDto })
  @Refuses('CONFLICT')
  saveFilter(@CurrentUser() me: AuthenticatedUser, @Body() body: SaveFilterBody): Promise<SavedFilterDto> {
    return this.saved.save(me.userId, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteSavedFilter(@CurrentUser() me: AuthenticatedUser, @Param('id', IdPipe) id: string): Promise<void> {
    return this.saved.delete(me.userId, id);
  }
}
