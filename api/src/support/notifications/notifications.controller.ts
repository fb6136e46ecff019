import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { NotificationsDto, ReadNotificationsBody } from './notification.dto.js';
import { NotificationsService } from './notifications.service.js';

@ApiTags('notifications')
@ForSignedIn()
@Controller('api/notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @ApiOkResponse({ type: NotificationsDto })
  listNotifications(@CurrentUser() me: AuthenticatedUser): Promise<NotificationsDto> {
    return this.notifications.list(me.userId);
  }

  @Post('read')
  @HttpCode(200)
  @ApiOkResponse({ type: NotificationsDto })
  readNotifications(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: ReadNotificationsBody,
  ): Promise<NotificationsDto> {
    return this.notifications.read(me.userId, body.upTo);
  }
}
