import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';
import { Pattern } from '../../http/fields.js';
import { BankDay } from '../../http/query-fields.js';
import { PersonDto } from './event-history.dto.js';

/** The point in time at which to return a balance: a `day`, a `position` or, if neither is given, now. */
export class BalanceQuery {
  @BankDay('At the end of this bank day')
  day?: string;

  @Pattern(/^[1-9]\d{0,14}$/, 'position must be a position in the log', {
    optional: true,
    description: 'Right after the event at this position',
  })
  position?: string;
}

export class BalanceFiguresDto {
  @Usd({ example: '$1,234.50' })
  postedCents: number;

  @Usd({ example: '$200.00' })
  heldCents: number;

  @Usd({ example: '$1,034.50', description: 'Posted minus held' })
  availableCents: number;
}

/** An account entry and the balance after it. */
export class BalanceStepDto extends BalanceFiguresDto {
  @ApiProperty()
  position: number;

  @ApiProperty()
  recordedAt: Date;

  @ApiProperty({ example: "Held $200.00 for Alice Moreno's transfer" })
  text: string;

  @ApiProperty()
  amountCents: number;

  @ApiProperty()
  holdCents: number;
}

/** An account's balance at a point in time, with the entries that led to it. */
export class BalanceAtDto {
  @ApiProperty({ format: 'uuid' })
  accountId: string;

  @ApiProperty({ example: 'Alice Moreno' })
  name: string;

  @ApiProperty({ type: PersonDto, nullable: true, description: 'Null for system accounts' })
  customer: PersonDto | null;

  @ApiProperty({ enum: ['not opened', 'open', 'frozen', 'closed'] })
  status: 'not opened' | 'open' | 'frozen' | 'closed';

  @ApiProperty({ description: 'The last position of the log at that point' })
  position: number;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'When the event at this position was recorded',
  })
  recordedAt: Date | null;

  @ApiProperty({ type: BalanceFiguresDto })
  balance: BalanceFiguresDto;

  @ApiProperty({
    type: [BalanceStepDto],
    description: 'Newest first; the first one led to the balance. At most 100',
  })
  steps: BalanceStepDto[];

  @ApiProperty({ type: BalanceFiguresDto, description: 'The balance before the oldest of these entries' })
  before: BalanceFiguresDto;

  @ApiProperty({ description: 'Whether there are older entries' })
  hasOlder: boolean;

  @ApiProperty({ example: 'America/New_York', description: 'The time zone of bank days' })
  timeZone: string;
}
