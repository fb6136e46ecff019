import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import { IdPipe } from '../../http/id.pipe.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { SessionDto } from './session.dto.js';
import { SessionsService } from './sessions.service.js';

/** The signed-in user's active sessions (AUTH-20, AUTH-21). Each response is the updated list. */
@ApiTags('users')
@ForSignedIn()
@Controller('api/user/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ApiOkResponse({ type: [SessionDto] })
  listSessions(@CurrentUser() user: AuthenticatedUser): Promise<SessionDto[]> {
    return this.sessions.listFor(user);
  }

  @Delete()
  @ApiOkResponse({ type: [SessionDto] })
  async endOtherSessions(@CurrentUser() user: AuthenticatedUser): Promise<SessionDto[]> {
    await this.sessions.endOthersOf(user);
    return this.sessions.listFor(user);
  }

  @Delete(':id')
  @ApiOkResponse({ type: [SessionDto] })
  async endSession(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<SessionDto[]> {
    await this.sessions.endOtherOf(user, id);
    return this.sessions.listFor(user);
  }
}
