import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Response } from 'express';
import { CredentialGate, type CredentialTry } from '../attempts/credential-gate.service.js';
import { FactorCodeBody, PASSKEY_OPTIONS, PasskeyProofBody } from '../factors/factor.dto.js';
import { FactorsService } from '../factors/factors.service.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import { Public } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AppRequest } from '../../http/request.js';
import { CurrentUserDto } from '../users/user.dto.js';
import { BrowserCookie } from '../sessions/browser-cookie.service.js';
import { PendingSignInCookie } from './pending-sign-in-cookie.js';
import { PendingSignIns, type PendingSignIn } from '../sessions/pending-sign-ins.service.js';
import { SessionCookie } from '../sessions/session-cookie.service.js';
import { SignInService } from './sign-in.service.js';

/** A sign-in's second step, for users with a second factor (AUTH-54). */
@ApiTags('auth')
@Public()
@Controller('api/auth/factor')
export class FactorSignInController {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly passkeys: PasskeysService,
    private readonly factors: FactorsService,
    private readonly signIn: SignInService,
    private readonly cookie: SessionCookie,
    private readonly pendingCookie: PendingSignInCookie,
    private readonly browsers: BrowserCookie,
    private readonly gate: CredentialGate,
  ) {}

  @Post('passkey-options')
  @HttpCode(200)
  @ApiOkResponse(PASSKEY_OPTIONS)
  @Refuses('SIGN_IN_EXPIRED', 'CONFLICT')
  async signInPasskeyOptions(@Req() request: AppRequest): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { id, user } = await this.pending.get(this.pendingCookie.read(request));
    return this.passkeys.requestOptions(user.id, id);
  }

  @Post('passkey')
  @HttpCode(200)
  @ApiOkResponse({ type: CurrentUserDto })
  @Refuses('SIGN_IN_EXPIRED', 'SIGN_IN_BLOCKED', 'FACTOR_INVALID')
  async signInWithPasskey(
    @Body() proof: PasskeyProofBody,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CurrentUserDto> {
    const pending = await this.pending.get(this.pendingCookie.read(request));
    await this.gate.check(this.signInTry(pending, request), () =>
      this.passkeys.check(pending.user.id, pending.id, proof),
    );
    return this.complete(pending, request, response);
  }

  @Post('code')
  @HttpCode(200)
  @ApiOkResponse({ type: CurrentUserDto })
  @Refuses('SIGN_IN_EXPIRED', 'SIGN_IN_BLOCKED', 'FACTOR_INVALID')
  async signInWithCode(
    @Body() { code }: FactorCodeBody,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CurrentUserDto> {
    const pending = await this.pending.get(this.pendingCookie.read(request));
    await this.gate.check(this.signInTry(pending, request), () =>
      this.factors.useCode(pending.user.id, code),
    );
    return this.complete(pending, request, response);
  }

  private signInTry({ id, user }: PendingSignIn, request: AppRequest): CredentialTry {
    return { kind: 'factor', email: user.email, source: this.gate.sourceOf(request, id) };
  }

  private async complete(
    pending: PendingSignIn,
    request: AppRequest,
    response: Response,
  ): Promise<CurrentUserDto> {
    const browser = this.browsers.identify(request, response);
    const signedIn = { userAgent: request.headers['user-agent'], browser };
    const session = await this.signIn.complete(pending, request.currentUser?.sessionId, signedIn);
    this.pendingCookie.clear(response);
    this.cookie.write(response, session.token);
    return session.user;
  }
}
