import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, ValidateNested } from 'class-validator';
import { OTP_PATTERN } from '@moniker/common/one-time-code.js';
import { MAX_PASSWORD_LENGTH } from '@moniker/common/password-lengths.js';
import { MAX_PASSKEY_NAME_LENGTH } from '@moniker/common/text-lengths.js';
import { CompactNumber, Optional, Pattern, ShortText, VerbatimText } from '../../http/fields.js';

/** Ways for users to confirm their identity. `password` is offered to users without a second factor. */
export const FACTOR_METHODS = ['passkey', 'app', 'recovery', 'password'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Bytes in base64url, as browsers encode authenticators' responses. */
const Base64Url = (max: number): PropertyDecorator =>
  Pattern(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`), '$property must be base64url');

/** How browsers can reach the authenticator. */
const Transports = (): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: 'transports must be a list' }),
    ArrayMaxSize(TRANSPORTS.length, { message: `transports must have at most ${TRANSPORTS.length} items` }),
    IsIn(TRANSPORTS, { each: true, message: `each transport must be one of ${TRANSPORTS.join(', ')}` }),
    Optional(),
    ApiPropertyOptional({ enum: TRANSPORTS, isArray: true, maxItems: TRANSPORTS.length }),
  );

/** A passkey's signature. */
export class PasskeyProofBody {
  @Base64Url(1400)
  id: string;

  @Base64Url(2000)
  clientDataJSON: string;

  @Base64Url(1000)
  authenticatorData: string;

  @Base64Url(1000)
  signature: string;
}

/** A passkey created by the browser. */
export class NewPasskeyBody {
  @ShortText(MAX_PASSKEY_NAME_LENGTH, { message: 'Please name the passkey' })
  name: string;

  @Base64Url(1400)
  id: string;

  @Base64Url(2000)
  clientDataJSON: string;

  @Base64Url(4000)
  attestationObject: string;

  @Transports()
  transports?: (typeof TRANSPORTS)[number][];

  @Optional()
  @ValidateNested()
  @Type(() => PasskeyProofBody)
  @ApiPropertyOptional({
    type: PasskeyProofBody,
    description: 'The signature from an earlier passkey, if `signsApprovals` is true (AUTH-91)',
  })
  signature?: PasskeyProofBody;
}

/** An authenticator app's code, or a recovery code. */
export class FactorCodeBody {
  @CompactNumber(
    /^([0-9]{6}|[A-Za-z0-9]{5}[ -]?[A-Za-z0-9]{5})$/,
    'Enter the 6-digit code or a recovery code',
  )
  code: string;
}

export class AppCodeBody {
  @CompactNumber(OTP_PATTERN, 'Please enter the 6-digit code from the app')
  code: string;
}

export class ConfirmPasswordBody {
  @VerbatimText(1, MAX_PASSWORD_LENGTH, { message: 'Please enter your password' })
  currentPassword: string;
}

export class PasskeyDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'Laptop' })
  name: string;

  @ApiProperty()
  createdAt: Date;

  @ApiProperty({ type: Date, nullable: true })
  lastUsedAt: Date | null;
}

export class AuthenticatorAppDto {
  @ApiProperty()
  createdAt: Date;

  @ApiProperty({ type: Date, nullable: true })
  lastUsedAt: Date | null;
}

/** The signed-in user's second factors. */
export class FactorsDto {
  @ApiProperty({ type: [PasskeyDto] })
  passkeys: PasskeyDto[];

  @ApiProperty({ type: AuthenticatorAppDto, nullable: true })
  authenticatorApp: AuthenticatorAppDto | null;

  @ApiProperty({ type: 'integer' })
  recoveryCodesLeft: number;

  @ApiProperty({ description: 'Whether the user must keep a factor (`ADMIN_MFA`)' })
  isRequired: boolean;

  @ApiProperty({
    description: 'Whether the user signs approvals with a passkey (APR-30)',
  })
  signsApprovals: boolean;
}

/**
 * The updated factors, and new recovery codes if the user had no factor before or renewed the codes. Codes are never
 * shown again.
 */
export class AddedFactorDto extends FactorsDto {
  @ApiProperty({ type: [String], nullable: true, example: ['K7QMP-3XW9T'] })
  recoveryCodes: readonly string[] | null;
}

/** An authenticator app's secret. */
export class NewAuthenticatorAppDto {
  @ApiProperty({ description: 'In base32', example: 'JBSWY3DPEHPK3PXP' })
  secret: string;

  @ApiProperty({ example: 'otpauth://totp/Moniker:ada@bank.example?secret=JBSWY3DPEHPK3PXP' })
  uri: string;
}

/** Schema of the passkey options that browsers take (WebAuthn). */
export const PASSKEY_OPTIONS = { schema: { type: 'object', additionalProperties: true } } as const;
