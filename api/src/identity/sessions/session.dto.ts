import { ApiProperty } from '@nestjs/swagger';

export class SessionDto {
  @ApiProperty({ format: 'uuid', description: 'Identifies the session in this list; it is not a credential' })
  id: string;

  @ApiProperty({ example: 'Chrome on Windows' })
  label: string;

  @ApiProperty()
  signedInAt: Date;

  @ApiProperty({ description: 'Rounded down to the minute' })
  lastActiveAt: Date;

  @ApiProperty({ description: 'Whether this is the session of the request' })
  isCurrent: boolean;
}
