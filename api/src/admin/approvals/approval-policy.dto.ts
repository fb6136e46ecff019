import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { Amount, Dollars, OneOf, WholeNumberFrom } from '../../http/fields.js';
import { Usd } from '../../http/money-fields.js';
import {
  APPROVAL_RULES,
  type ApprovalRule,
  type GuardedAction,
  type PolicyInForce,
} from '../../ledger/approvals/ledger-approvals.service.js';

/** The rules for actions to which no daily limit applies: those without an amount, and deletions of users. */
const RULES_WITHOUT_LIMIT = ['alone', 'approval'] as const satisfies readonly ApprovalRule[];

/**
 * The rule for each action (APR-1): one admin may decide `alone`, alone up to the daily `limit`, or only with a
 * second admin's `approval`.
 */
export class ApprovalRulesDto implements Record<GuardedAction, ApprovalRule> {
  @OneOf(APPROVAL_RULES)
  credit: ApprovalRule;

  @OneOf(APPROVAL_RULES)
  incoming_payment: ApprovalRule;

  @OneOf(APPROVAL_RULES)
  balance_edit: ApprovalRule;

  @OneOf(APPROVAL_RULES)
  decision: ApprovalRule;

  @OneOf(APPROVAL_RULES)
  reversal: ApprovalRule;

  @OneOf(RULES_WITHOUT_LIMIT)
  deletion: ApprovalRule;

  @OneOf(RULES_WITHOUT_LIMIT)
  account_number: ApprovalRule;

  @OneOf(RULES_WITHOUT_LIMIT)
  role: ApprovalRule;

  @OneOf(RULES_WITHOUT_LIMIT)
  policy: ApprovalRule;

  @OneOf(RULES_WITHOUT_LIMIT)
  shown_date: ApprovalRule;

  @OneOf(RULES_WITHOUT_LIMIT)
  account_number_removal: ApprovalRule;
}

/** The approval policy in force. */
export class ApprovalPolicyDto {
  @ApiProperty({ type: ApprovalRulesDto })
  rules: ApprovalRulesDto;

  @Usd({ example: '$500.00', description: 'What one admin may move alone in a bank day' })
  dailyLimitCents: number;

  @ApiProperty({ description: 'Send it as `expectedVersion` with a change' })
  version: number;

  @ApiProperty({ type: Date, nullable: true })
  changedAt: Date | null;
}

export class ChangeApprovalPolicyBody {
  @IsObject()
  @ValidateNested()
  @Type(() => ApprovalRulesDto)
  @ApiProperty({ type: ApprovalRulesDto })
  rules: ApprovalRulesDto;

  @Dollars(0, { description: 'What one admin may move alone in a bank day' })
  dailyLimit: Amount;

  @WholeNumberFrom(0, { description: 'The version that the change is based on; 0 for the first policy' })
  expectedVersion: number;
}

export function mapApprovalPolicy({ policy, version, event }: PolicyInForce): ApprovalPolicyDto {
  return { ...policy, version, changedAt: event?.recordedAt ?? null };
}
