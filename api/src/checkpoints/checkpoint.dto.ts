import { ApiProperty } from '@nestjs/swagger';

/** A signed checkpoint in the list of admins. */
export class CheckpointDto {
  @ApiProperty({ example: 1042 })
  position: number;

  @ApiProperty({ description: 'The hash of the event at that position, in hex' })
  hash: string;

  @ApiProperty({ example: 'b1946ac92492d234', description: 'Which key signed it' })
  keyId: string;

  @ApiProperty({ format: 'date-time' })
  takenAt: string;

  @ApiProperty({ enum: ['schedule', 'admin'] })
  takenBy: 'schedule' | 'admin';
}

export class CheckpointsDto {
  @ApiProperty({ type: [CheckpointDto], description: 'Newest first, at most 50' })
  items: CheckpointDto[];

  @ApiProperty({ description: 'What auditors keep to check signatures: an Ed25519 key in base64url' })
  publicKey: string;

  @ApiProperty()
  keyId: string;
}
