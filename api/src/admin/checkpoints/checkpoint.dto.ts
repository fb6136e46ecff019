import { ApiProperty } from '@nestjs/swagger';

/** A signed checkpoint in the admin panel's list. */
export class CheckpointDto {
  @ApiProperty({ example: 1042 })
  position: number;

  @ApiProperty({ description: 'The hash of the event at that position, in hex' })
  hash: string;

  @ApiProperty({ example: 'b1946ac92492d234', description: 'The key that signed it' })
  keyId: string;

  @ApiProperty()
  takenAt: Date;

  @ApiProperty({ enum: ['schedule', 'admin'] })
  takenBy: 'schedule' | 'admin';
}

/** Why signing has stopped. */
export class CheckpointHaltDto {
  @ApiProperty()
  stoppedAt: Date;

  @ApiProperty({ example: 1042, description: 'The checkpoint that the log contradicts' })
  position: number;

  @ApiProperty({ example: 'the log ends at 1000: it was truncated, or this is an older backup' })
  problem: string;
}

export class CheckpointsDto {
  @ApiProperty({ type: [CheckpointDto], description: 'Newest first, at most 50' })
  items: CheckpointDto[];

  @ApiProperty({
    description: 'The Ed25519 public key in base64url, which auditors keep to check signatures',
  })
  publicKey: string;

  @ApiProperty()
  keyId: string;

  @ApiProperty({
    type: CheckpointHaltDto,
    nullable: true,
    description: 'Set while signing is stopped because the log contradicts an earlier checkpoint',
  })
  halt: CheckpointHaltDto | null;
}
