import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { DataSource } from 'typeorm';
import {
  ConfirmPasswordBody,
  FactorCodeBody,
  PASSKEY_OPTIONS,
  PasskeyProofBody,
} from '../factors/factor.dto.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import { CurrentUser, ForSignedIn } from '../../http/access.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AppRequest, AuthenticatedUser } from '../../http/request.js';
import { UsersService } from '../users/users.service.js';
import { CredentialGate, type CredentialTry } from '../attempts/credential-gate.service.js';
import { FactorsService } from '../factors/factors.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/**
 * Confirms that the session is still used by its owner. Requests refused with FACTOR_REQUIRED can then be repeated
 * (AUTH-56).
 */
@ApiTags('auth')
@ForSignedIn()
@Controller('api/auth/confirm')
export class SessionConfirmationController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly passkeys: PasskeysService,
    private readonly factors: FactorsService,
    private readonly gate: CredentialGate,
    private readonly passwords: PasswordChangeService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Succeeds if a request that requires a fresh factor would be allowed now. The web app calls this route before a
   * download, because it can't repeat a download that was refused.
   */
  @Get()
  @FreshFactor()
  @HttpCode(204)
  @ApiNoContentResponse()
  requireConfirmation(): void {
    // The guard decides.
  }

  @Post('passkey-options')
  @HttpCode(200)
  @ApiOkResponse(PASSKEY_OPTIONS)
  @Refuses('CONFLICT')
  confirmPasskeyOptions(
    @CurrentUser() { userId, sessionId }: AuthenticatedUser,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.passkeys.requestOptions(userId, sessionId);
  }

  @Post('passkey')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Refuses('FACTOR_INVALID')
  async confirmWithPasskey(
    @CurrentUser() { userId, sessionId }: AuthenticatedUser,
    @Body() proof: PasskeyProofBody,
    @Req() request: AppRequest,
  ): Promise<void> {
    await this.gate.check(await this.confirmationTry(userId, request), () =>
      this.passkeys.check(userId, sessionId, proof),
    );
    await this.sessions.confirm(this.dataSource.manager, sessionId, 'factor');
  }

  @Post('code')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Refuses('FACTOR_INVALID')
  async confirmWithCode(
    @CurrentUser() { userId, sessionId }: AuthenticatedUser,
    @Body() { code }: FactorCodeBody,
    @Req() request: AppRequest,
  ): Promise<void> {
    await this.gate.check(await this.confirmationTry(userId, request), () =>
      this.factors.useCode(userId, code),
    );
    await this.sessions.confirm(this.dataSource.manager, sessionId, 'factor');
  }

  /** For users without a second factor. */
  @Post('password')
  @HttpCode(204)
  @ApiNoContentResponse()
  async confirmWithPassword(
    @CurrentUser() { userId, sessionId }: AuthenticatedUser,
    @Body() { currentPassword }: ConfirmPasswordBody,
    @Req() request: AppRequest,
  ): Promise<void> {
    await this.passwords.assertPassword(userId, currentPassword, this.gate.sourceOf(request));
    await this.sessions.confirm(this.dataSource.manager, sessionId, 'password');
  }

  private async confirmationTry(userId: string, request: AppRequest): Promise<CredentialTry> {
    const { email } = await this.users.getById(userId);
    return { kind: 'factor', email, source: this.gate.sourceOf(request) };
  }
}
