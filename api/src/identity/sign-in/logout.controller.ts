import { Controller, Get, Redirect, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../http/access.js';
import type { AppRequest } from '../../http/request.js';
import { SessionCookie } from '../sessions/session-cookie.service.js';
import { SignInService } from './sign-in.service.js';

/** The sign-out route. It is separate from the other auth routes, because the browser navigates to it (AUTH-7). */
@ApiTags('auth')
@Controller('api/logout')
export class LogoutController {
  constructor(
    private readonly signIn: SignInService,
    private readonly cookie: SessionCookie,
  ) {}

  /** The only GET route that changes anything; others at most add entries to the access log (SEC-5). */
  @Get()
  @Public()
  @Redirect('/', 302)
  @ApiFoundResponse({ description: 'Signed out; redirects to the landing page' })
  async logout(@Req() request: AppRequest, @Res({ passthrough: true }) response: Response): Promise<void> {
    if (request.currentUser !== undefined) await this.signIn.signOut(request.currentUser.sessionId);
    this.cookie.clear(response);
    // Pages in the back-forward cache may still show the account.
    response.setHeader('Clear-Site-Data', '"cache"');
  }
}
