import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty } from 'class-validator';
import { HANDLE_PATTERN, HANDLE_RULE } from '@moniker/common/handle.js';
import { OTP_PATTERN } from '@moniker/common/one-time-code.js';
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_RESET_PASSWORD_LENGTH,
} from '@moniker/common/password-lengths.js';
import { CompactNumber, EmailAddress, NewEmailAddress, Pattern, VerbatimText } from '../../http/fields.js';
import { PersonName, PhoneNumber } from '../users/users.service.js';

const FILL_IN_ALL = 'Please fill in all fields';
const FILL_IN_ALL_AND_PHONE = 'Please fill in all fields including phone number';
const ENTER_EMAIL = 'Please enter your email address';

/**
 * Requires a field; `message` is the error if it is missing. Put this below the field's other decorators: they apply
 * from the bottom up, and the first failing check provides the message.
 */
const Required = (message: string): PropertyDecorator => IsNotEmpty({ message });

/** A new password. Any characters are allowed and taken exactly as typed (REG-2). */
function NewPassword(min: number, missing: string): PropertyDecorator {
  return applyDecorators(
    Required(missing),
    VerbatimText(min, MAX_PASSWORD_LENGTH, { message: `Password must be at least ${min} characters long` }),
  );
}

/** A password to check. Only presence is required, because it may predate the current rules. */
const SubmittedPassword = (missing: string): PropertyDecorator =>
  VerbatimText(1, MAX_PASSWORD_LENGTH, { message: missing });

function Email(missing: string): PropertyDecorator {
  return applyDecorators(Required(missing), EmailAddress());
}

function NewEmail(missing: string): PropertyDecorator {
  return applyDecorators(Required(missing), NewEmailAddress());
}

export class LoginBody {
  @Email(FILL_IN_ALL)
  email: string;

  @SubmittedPassword(FILL_IN_ALL)
  password: string;
}

export class RegisterBody {
  @NewEmail(FILL_IN_ALL_AND_PHONE)
  email: string;

  @NewPassword(MIN_PASSWORD_LENGTH, FILL_IN_ALL_AND_PHONE)
  password: string;

  @PersonName(FILL_IN_ALL_AND_PHONE)
  firstName: string;

  @PersonName(FILL_IN_ALL_AND_PHONE)
  lastName: string;

  @Pattern(HANDLE_PATTERN, HANDLE_RULE)
  @Required(FILL_IN_ALL_AND_PHONE)
  moniker: string;

  @PhoneNumber(FILL_IN_ALL_AND_PHONE)
  phoneNumber: string;
}

export class VerifyEmailBody {
  @Email(ENTER_EMAIL)
  email: string;

  @CompactNumber(OTP_PATTERN, 'Please enter the 6-digit verification code')
  otp: string;
}

export class EmailBody {
  @Email(ENTER_EMAIL)
  email: string;
}

export class ResetPasswordBody {
  @Email(FILL_IN_ALL)
  email: string;

  @CompactNumber(OTP_PATTERN, 'Please enter the 6-digit verification code')
  @Required(FILL_IN_ALL)
  resetCode: string;

  @NewPassword(MIN_RESET_PASSWORD_LENGTH, FILL_IN_ALL)
  newPassword: string;
}

/** Asks for a password-change code. If `currentPassword` is given but wrong, no code is emailed. */
export class SendPasswordOtpBody {
  @VerbatimText(1, MAX_PASSWORD_LENGTH, { optional: true, message: 'Please fill in all password fields' })
  currentPassword?: string;
}

export class ChangePasswordBody {
  @SubmittedPassword('Please fill in all password fields')
  currentPassword: string;

  @NewPassword(MIN_PASSWORD_LENGTH, 'Please fill in all password fields')
  newPassword: string;

  @CompactNumber(OTP_PATTERN, 'Please enter the verification code')
  otpCode: string;
}

/** The token from the link in a sign-in alert email. */
export class ReportSignInBody {
  @Pattern(/^[A-Za-z0-9_-]{43}$/, 'This link is incomplete')
  token: string;
}

/** A message for the user. */
export class MessageDto {
  @ApiProperty()
  message: string;
}

/** The response to a request for a password-change code (AUTH-37). */
export class PasswordOtpDto extends MessageDto {
  @ApiProperty({ description: 'False if it is too early for another code' })
  isSent: boolean;

  @ApiProperty({ type: 'integer', description: 'How long the newest code still works' })
  expiresInSeconds: number;
}
