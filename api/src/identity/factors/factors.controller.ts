import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { AuthenticatorApps } from './authenticator-apps.service.js';
import {
  AddedFactorDto,
  AppCodeBody,
  FactorsDto,
  NewAuthenticatorAppDto,
  NewPasskeyBody,
  PASSKEY_OPTIONS,
} from './factor.dto.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';
import { CommandContextParam, CurrentUser, ForSignedIn } from '../../http/access.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AppRequest, AuthenticatedUser } from '../../http/request.js';
import { LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import { UsersService } from '../users/users.service.js';
import { AddAuthenticatorAppCommand } from './add-authenticator-app.command.js';
import { AddPasskeyCommand } from './add-passkey.command.js';
import { FactorAccess } from './factor-access.service.js';
import { FactorChanges } from './factor-changes.service.js';
import { RemoveFactorCommand } from './remove-factor.command.js';

/** The signed-in user's second factors (AUTH-50). Each change returns the updated factors. */
@ApiTags('users')
@ForSignedIn()
@Controller('api/user/factors')
export class FactorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly users: UsersService,
    private readonly factors: FactorsService,
    private readonly changes: FactorChanges,
    private readonly passkeys: PasskeysService,
    private readonly apps: AuthenticatorApps,
    private readonly access: FactorAccess,
    private readonly gate: CredentialGate,
    private readonly approvals: LedgerApprovals,
  ) {}

  @Get()
  @ApiOkResponse({ type: FactorsDto })
  async listFactors(@CurrentUser() user: AuthenticatedUser): Promise<FactorsDto> {
    const factors = await this.factors.list(user.userId);
    const signsApprovals = user.isAdmin && (await this.approvals.signingOrigin()) !== null;
    return { ...factors, isRequired: this.access.isRequiredOf(user), signsApprovals };
  }

  @Post('passkeys/options')
  @FreshFactor('password')
  @HttpCode(200)
  @ApiOkResponse(PASSKEY_OPTIONS)
  async newPasskeyOptions(
    @CurrentUser() { userId, sessionId }: AuthenticatedUser,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.passkeys.creationOptions(await this.users.getById(userId), sessionId);
  }

  @Post('passkeys')
  @FreshFactor('password')
  @ApiCreatedResponse({ type: AddedFactorDto })
  @Refuses('FACTOR_INVALID', 'CONFLICT')
  async addPasskey(
    @CurrentUser() user: AuthenticatedUser,
    @Body() body: NewPasskeyBody,
    @Req() request: AppRequest,
    @CommandContextParam() context: CommandContext,
  ): Promise<AddedFactorDto> {
    const source = this.gate.sourceOf(request);
    const recoveryCodes = await this.commands.execute(new AddPasskeyCommand(user, body, source, context));
    return { ...(await this.listFactors(user)), recoveryCodes };
  }

  @Delete('passkeys/:id')
  @FreshFactor()
  @ApiOkResponse({ type: FactorsDto })
  @Refuses('LAST_FACTOR')
  async removePasskey(
    @CurrentUser() user: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @CommandContextParam() context: CommandContext,
  ): Promise<FactorsDto> {
    await this.commands.execute(new RemoveFactorCommand(user, id, context));
    return this.listFactors(user);
  }

  /** Creates an app's secret. The app is added once the user enters its first code. */
  @Post('authenticator-app/secret')
  @FreshFactor('password')
  @ApiCreatedResponse({ type: NewAuthenticatorAppDto })
  @Refuses('CONFLICT')
  async newAuthenticatorApp(@CurrentUser() { userId }: AuthenticatedUser): Promise<NewAuthenticatorAppDto> {
    return this.apps.start(await this.users.getById(userId));
  }

  @Post('authenticator-app')
  @FreshFactor('password')
  @ApiCreatedResponse({ type: AddedFactorDto })
  @Refuses('FACTOR_INVALID')
  async addAuthenticatorApp(
    @CurrentUser() user: AuthenticatedUser,
    @Body() { code }: AppCodeBody,
    @Req() request: AppRequest,
    @CommandContextParam() context: CommandContext,
  ): Promise<AddedFactorDto> {
    const source = this.gate.sourceOf(request);
    const recoveryCodes = await this.commands.execute(
      new AddAuthenticatorAppCommand(user, code, source, context),
    );
    return { ...(await this.listFactors(user)), recoveryCodes };
  }

  @Delete('authenticator-app')
  @FreshFactor()
  @ApiOkResponse({ type: FactorsDto })
  @Refuses('NOT_FOUND', 'LAST_FACTOR')
  async removeAuthenticatorApp(
    @CurrentUser() user: AuthenticatedUser,
    @CommandContextParam() context: CommandContext,
  ): Promise<FactorsDto> {
    await this.commands.execute(new RemoveFactorCommand(user, null, context));
    return this.listFactors(user);
  }

  /** Replaces the recovery codes. */
  @Post('recovery-codes')
  @FreshFactor()
  @ApiCreatedResponse({ type: AddedFactorDto })
  @Refuses('CONFLICT')
  async renewRecoveryCodes(@CurrentUser() user: AuthenticatedUser): Promise<AddedFactorDto> {
    const recoveryCodes = await this.changes.renewRecoveryCodes(user.userId);
    return { ...(await this.listFactors(user)), recoveryCodes };
  }
}
