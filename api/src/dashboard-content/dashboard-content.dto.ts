import { ApiProperty } from '@nestjs/swagger';
import { Id, LongText, ShortText } from '../http/fields.js';
import type { DashboardTexts } from './dashboard-texts.js';

const MAX_TITLE = 60;
const MAX_LABEL = 40;
const MAX_MESSAGE = 300;

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

/** Replaces all texts. A blank or missing text goes back to its default (DASH-11). */
export class SetDashboardContentBody implements Partial<DashboardTexts> {
  @Id({ optional: true, description: 'If present, it must equal the id in the path' })
  userId?: string;

  @ShortText(MAX_TITLE, { optional: true })
  welcomeTitle?: string;

  @LongText(MAX_MESSAGE, { optional: true })
  welcomeMessage?: string;

  @ShortText(MAX_LABEL, { optional: true })
  balanceLabel?: string;

  @ShortText(MAX_LABEL, { optional: true })
  availableLabel?: string;

  @ShortText(MAX_LABEL, { optional: true })
  pendingLabel?: string;

  @ShortText(MAX_LABEL, { optional: true })
  cardName?: string;

  @ShortText(MAX_LABEL, { optional: true })
  cardNumber?: string;

  @ShortText(MAX_TITLE, { optional: true })
  statusTitle?: string;

  @LongText(MAX_MESSAGE, { optional: true })
  statusMessage?: string;

  @ShortText(MAX_TITLE, { optional: true })
  transactionTitle?: string;

  @ShortText(MAX_TITLE, { optional: true })
  quickActionTitle?: string;
}
