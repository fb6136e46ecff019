import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type DashboardTexts, MAX_DASHBOARD_TEXT_LENGTHS } from '@moniker/common/dashboard-texts.js';
import { ValidateBy } from 'class-validator';
import { hasLink, hasPhoneNumber } from '../../http/contact-details.js';
import { Id, LongText, ShortText } from '../../http/fields.js';

/** The texts of a customer's dashboard (DASH-11). */
export class DashboardContentDto implements DashboardTexts {
  @ApiProperty({ format: 'uuid' })
  userId: string;

  @ApiProperty()
  welcomeTitle: string;

  @ApiProperty()
  welcomeMessage: string;

  @ApiProperty()
  balanceLabel: string;

  @ApiProperty()
  availableLabel: string;

  @ApiProperty()
  pendingLabel: string;

  @ApiProperty()
  cardName: string;

  @ApiProperty()
  cardNumber: string;

  @ApiProperty()
  statusTitle: string;

  @ApiProperty()
  statusMessage: string;

  @ApiProperty()
  transactionTitle: string;

  @ApiProperty()
  quickActionTitle: string;
}

/**
 * Text that customers believe to be written by the bank. It must not contain a phone number or a link, so nobody can
 * use it to lead customers elsewhere (DASH-30).
 */
function BankText(text: PropertyDecorator): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'isBankText',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !(hasPhoneNumber(value) || hasLink(value)),
        defaultMessage: () => 'Please enter text without phone numbers or links',
      },
    }),
    text,
  );
}

/** Replaces all texts. A blank or missing text is reset to its default (DASH-11). */
export class SetDashboardContentBody implements Partial<DashboardTexts> {
  @Id({ optional: true, description: 'If present, it must equal the id in the path' })
  userId?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.welcomeTitle, { optional: true }))
  welcomeTitle?: string;

  @BankText(LongText(MAX_DASHBOARD_TEXT_LENGTHS.welcomeMessage, { optional: true }))
  welcomeMessage?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.balanceLabel, { optional: true }))
  balanceLabel?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.availableLabel, { optional: true }))
  availableLabel?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.pendingLabel, { optional: true }))
  pendingLabel?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.cardName, { optional: true }))
  cardName?: string;

  @ShortText(MAX_DASHBOARD_TEXT_LENGTHS.cardNumber, { optional: true })
  cardNumber?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.statusTitle, { optional: true }))
  statusTitle?: string;

  @BankText(LongText(MAX_DASHBOARD_TEXT_LENGTHS.statusMessage, { optional: true }))
  statusMessage?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.transactionTitle, { optional: true }))
  transactionTitle?: string;

  @BankText(ShortText(MAX_DASHBOARD_TEXT_LENGTHS.quickActionTitle, { optional: true }))
  quickActionTitle?: string;
}
