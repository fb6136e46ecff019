import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AppError } from '../../http/app-error.js';
import { ForSignedIn, CurrentUser, Public } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import { requestIdOf, type AppRequest, type AuthenticatedUser } from '../../http/request.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { CurrentUserDto } from '../users/user.dto.js';
import { UsersService, type Credentials } from '../users/users.service.js';
import {
  ChangePasswordBody,
  EmailBody,
  LoginBody,
  MessageDto,
  PasswordOtpDto,
  RegisterBody,
  ReportSignInBody,
  ResetPasswordBody,
  SendPasswordOtpBody,
  VerifyEmailBody,
} from './auth.dto.js';
import { BrowserCookie } from '../sessions/browser-cookie.service.js';
import { LoginGuard } from './local.strategy.js';
import { PasswordChangeService } from './password-change.service.js';
import { PendingSignInCookie } from './pending-sign-in-cookie.js';
import { RegistrationService, type RequestSource } from './registration.service.js';
import { ReportSignInCommand } from './report-sign-in.command.js';
import { SessionCookie } from '../sessions/session-cookie.service.js';
import { SignInService } from './sign-in.service.js';
import { VerifyEmailCommand } from './verify-email.command.js';

/**
 * The limits on emailed codes. Responses to visitors state them even if no code is sent, so as not to reveal whether
 * an address is known (AUTH-33).
 */
const CODE_LIMITS = 'We send at most one a minute and five an hour.';

@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly commands: CommandBus,
    private readonly users: UsersService,
    private readonly signIn: SignInService,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordChangeService,
    private readonly cookie: SessionCookie,
    private readonly pendingCookie: PendingSignInCookie,
    private readonly browsers: BrowserCookie,
    private readonly gate: CredentialGate,
  ) {}

  @Get('user')
  @ForSignedIn()
  @ApiOkResponse({ type: CurrentUserDto })
  @Refuses('NOT_FOUND')
  async user(@CurrentUser() user: AuthenticatedUser): Promise<CurrentUserDto> {
    return this.users.toDto(await this.users.getById(user.userId));
  }

  @Post('login')
  @Public()
  @HttpCode(200)
  @UseGuards(LoginGuard)
  @ApiBody({ type: LoginBody })
  @ApiOkResponse({ type: CurrentUserDto })
  @Refuses('CREDENTIALS_INVALID', 'EMAIL_NOT_VERIFIED', 'SIGN_IN_UNCONFIRMED', 'SIGN_IN_BLOCKED')
  async login(
    @Req() request: AppRequest & { user: Credentials },
    @Res({ passthrough: true }) response: Response,
  ): Promise<CurrentUserDto> {
    const { user, currentUser, headers } = request;
    const browser = this.browsers.identify(request, response);
    const signedIn = { userAgent: headers['user-agent'], browser };
    const result = await this.signIn.signIn(user, currentUser?.sessionId, signedIn);
    if ('pendingToken' in result) {
      this.pendingCookie.write(response, result.pendingToken);
      throw new AppError('SIGN_IN_UNCONFIRMED', undefined, { factors: result.factors });
    }
    this.cookie.write(response, result.token);
    return result.user;
  }

  @Post('register')
  @Public()
  @ApiCreatedResponse({ type: MessageDto })
  @Refuses('EMAIL_TAKEN', 'MONIKER_TAKEN', 'BUSY')
  async register(
    @Body() body: RegisterBody,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    await this.registration.register(body, this.identifiedSource(request, response));
    return { message: 'We emailed you a 6-digit code. Enter it to verify your email address.' };
  }

  @Post('verify-email')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MessageDto })
  @Refuses('OTP_INVALID', 'EMAIL_TAKEN', 'MONIKER_TAKEN', 'BUSY')
  async verifyEmail(@Body() body: VerifyEmailBody, @Req() request: AppRequest): Promise<MessageDto> {
    const context = { correlationId: requestIdOf(request) };
    await this.commands.execute(new VerifyEmailCommand(body, this.gate.sourceOf(request), context));
    return { message: 'Your email address is verified. You can sign in now.' };
  }

  @Post('resend-verification')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MessageDto })
  async resendVerification(
    @Body() { email }: EmailBody,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    await this.registration.resendVerification(email, this.identifiedSource(request, response));
    return {
      message: `If this address is waiting for verification, a new code is on its way. ${CODE_LIMITS}`,
    };
  }

  @Post('forgot-password')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MessageDto })
  async forgotPassword(
    @Body() { email }: EmailBody,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    await this.passwords.forgot(email, this.identifiedSource(request, response));
    return { message: `If there's an account for this address, a reset code is on its way. ${CODE_LIMITS}` };
  }

  @Post('reset-password')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MessageDto })
  @Refuses('OTP_INVALID')
  async resetPassword(@Body() body: ResetPasswordBody, @Req() request: AppRequest): Promise<MessageDto> {
    await this.passwords.reset(body, this.gate.sourceOf(request));
    return { message: 'Your password was changed.' };
  }

  @Post('report-sign-in')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MessageDto })
  @Refuses('ALERT_INVALID', 'BUSY')
  async reportSignIn(@Body() { token }: ReportSignInBody, @Req() request: AppRequest): Promise<MessageDto> {
    const context = { correlationId: requestIdOf(request) };
    await this.commands.execute(new ReportSignInCommand(token, this.gate.sourceOf(request), context));
    return { message: 'Your account is locked, and every browser is signed out.' };
  }

  @Post('send-password-otp')
  @ForSignedIn()
  @HttpCode(200)
  @ApiBody({ type: SendPasswordOtpBody, required: false })
  @ApiOkResponse({ type: PasswordOtpDto })
  async sendPasswordOtp(
    @CurrentUser() user: AuthenticatedUser,
    @Body() { currentPassword }: SendPasswordOtpBody,
    @Req() request: AppRequest,
  ): Promise<PasswordOtpDto> {
    const code = await this.passwords.sendOtp(user.userId, currentPassword, this.gate.sourceOf(request));
    const message = code.isSent
      ? 'We sent a verification code to your email address.'
      : `No new code was sent. ${CODE_LIMITS}`;
    return { message, ...code };
  }

  @Post('change-password')
  @ForSignedIn()
  @HttpCode(200)
  @ApiOkResponse({ type: MessageDto })
  @Refuses('OTP_INVALID')
  async changePassword(
    @CurrentUser() user: AuthenticatedUser,
    @Body() body: ChangePasswordBody,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MessageDto> {
    const caller = { ...this.gate.sourceOf(request), userAgent: request.headers['user-agent'] };
    this.cookie.write(response, await this.passwords.change(user.userId, body, caller));
    return { message: 'Your password was changed.' };
  }

  /** Returns the request's source, and sets the cookie that identifies the browser. */
  private identifiedSource(request: AppRequest, response: Response): RequestSource<Buffer> {
    const browser = this.browsers.identify(request, response);
    return { ...this.gate.sourceOf(request), browser };
  }
}
